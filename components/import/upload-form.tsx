"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { percent, plural } from "@/lib/format/numbers";
import { importPath } from "@/lib/format/paths";
import { droppedFiles, inputFiles, type ChosenFile } from "./dropped-files";
import { Questions, type Question } from "./questions";
import { sendFiles } from "./send-files";

type Progress =
  | { kind: "idle" }
  | { kind: "sending"; files: number; share: number }
  | { kind: "refused"; message: string };

/** Drop files or a folder, or choose them; shows the progress and goes on to the import's own page. */
export function UploadForm({
  project,
  address,
  questions,
}: {
  project: string;
  address: string;
  questions: readonly Question[];
}) {
  const router = useRouter();
  const [progress, setProgress] = useState<Progress>({ kind: "idle" });
  const [over, setOver] = useState(false);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [replace, setReplace] = useState(false);

  async function send(files: readonly ChosenFile[]): Promise<void> {
    if (files.length === 0) {
      setProgress({ kind: "refused", message: "There was no file in what was dropped." });
      return;
    }
    setProgress({ kind: "sending", files: files.length, share: 0 });
    const sent = await sendFiles(address, { files, options, replace }, (share) =>
      setProgress({ kind: "sending", files: files.length, share }),
    );
    if (sent.ok) router.push(importPath(project, sent.importId));
    else setProgress({ kind: "refused", message: sent.message });
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void droppedFiles(event.dataTransfer.items).then(send, () =>
          setProgress({ kind: "refused", message: "The browser could not read what was dropped." }),
        );
      }}
      className={`rounded-[10px] border border-dashed px-6 py-8 text-center ${over ? "border-link bg-contain-bg" : "border-field"}`}
    >
      <p className="font-[560]">Drop log files or a run folder here</p>
      <p className="mt-3 flex flex-wrap justify-center gap-2">
        <Picker label="Choose files" send={send} disabled={progress.kind === "sending"} />
        <Picker label="Choose a folder" folder send={send} disabled={progress.kind === "sending"} />
      </p>
      <output className="mt-3 block min-h-6">
        {progress.kind === "sending" ? (
          <label className="text-ink-2">
            Sending {plural(progress.files, "file")}: {percent(progress.share, 0)}{" "}
            <progress max={1} value={progress.share} className="ml-2 align-middle" />
          </label>
        ) : null}
        {progress.kind === "refused" ? (
          <span className="text-damage-ink">{progress.message}</span>
        ) : null}
      </output>
      <label className="mb-2 inline-flex items-center gap-2 text-[13px] text-ink-2">
        <input
          type="checkbox"
          checked={replace}
          onChange={(event) => setReplace(event.currentTarget.checked)}
        />
        Replace the campaign of the same file or key
      </label>
      <Questions
        questions={questions}
        answer={(id, value) => setOptions((before) => ({ ...before, [id]: value }))}
      />
      <noscript>
        Uploading needs script. Without it: <code>npx aftermath import PATH…</code>
      </noscript>
    </div>
  );
}

function Picker({
  label,
  folder = false,
  send,
  disabled,
}: {
  label: string;
  folder?: boolean;
  send: (files: readonly ChosenFile[]) => Promise<void>;
  disabled: boolean;
}) {
  return (
    <label className="inline-flex min-h-8 items-center rounded-[7px] border border-line bg-panel px-3 py-1.5 font-[520] focus-within:outline-2 focus-within:outline-link hover:border-field">
      {label}
      <input
        type="file"
        multiple
        {...(folder ? { webkitdirectory: "" } : {})}
        disabled={disabled}
        onChange={(event) => void send(inputFiles(event.currentTarget.files))}
        className="sr-only"
      />
    </label>
  );
}
