"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { DataName } from "@/components/ui/data-text";
import { plural } from "@/lib/format/numbers";
import { readManifestFile, type GivenManifest } from "./manifest-file";

/** Which manifest goes with the import: none, or one of a file. */
export function ManifestField({
  given,
  choose,
}: {
  given: GivenManifest | null;
  choose: (manifest: GivenManifest | null) => void;
}) {
  const [fault, setFault] = useState<string | null>(null);
  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const read = await readManifestFile(file);
    setFault("fault" in read ? read.fault : null);
    if ("manifest" in read) choose(read.manifest);
  }
  return (
    <div className="grid gap-1 text-[13px]">
      <span className="font-[520]">Manifest: the roles of the tools</span>
      <span className="flex flex-wrap items-center gap-2">
        <label className="inline-flex min-h-8 items-center rounded-[7px] border border-line bg-panel px-3 py-1.5 font-[520] focus-within:outline-2 focus-within:outline-link hover:border-field">
          {given === null ? "Choose a manifest" : "Choose another manifest"}
          <input
            type="file"
            accept=".json,application/json"
            className="sr-only"
            onChange={(event) => {
              void take(event.currentTarget.files?.[0]);
              event.currentTarget.value = "";
            }}
          />
        </label>
        {given === null ? (
          <span className="text-ink-2">none given</span>
        ) : (
          <>
            <span className="text-ink-2">
              <DataName text={given.name} />, {plural(given.content.tools.length, "tool")}
            </span>
            <Button onClick={() => choose(null)}>Leave it out</Button>
          </>
        )}
      </span>
      {fault === null ? null : (
        <span role="alert" className="text-damage-ink">
          {fault}
        </span>
      )}
      <span className="text-xs text-ink-3">
        JSON of the form {"{"}&quot;tools&quot;: [{"{"}&quot;name&quot;: …, &quot;role&quot;:
        &quot;read&quot; | &quot;write&quot; | &quot;send&quot; | &quot;delete&quot; |
        &quot;execute&quot;{"}"}]{"}"}. Without roles no call has a weight, and damage and exposure
        are n/a.
      </span>
    </div>
  );
}
