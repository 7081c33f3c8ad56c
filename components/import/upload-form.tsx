"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { plural } from "@/lib/format/numbers";
import { importPath } from "@/lib/format/paths";
import { droppedFiles, inputFiles, type ChosenFile } from "./dropped-files";
import { ProgressBar } from "./progress-bar";
import { sendFiles, type SentBytes } from "./send-files";

type Progress =
  | { kind: "idle" }
  | ({ kind: "sending"; files: number } & SentBytes)
  | { kind: "refused"; message: string };

/**
 * Drop files, a folder or a zip, or choose them; shows the bytes sent and goes on to the import's own page,
 * where it is looked at before anything is imported.
 */
export function UploadForm({ project, address }: { project: string; address: string }) {
  const router = useRouter();
  const [progress, setProgress] = useState<Progress>({ kind: "idle" });
  const [over, setOver] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const isSending = progress.kind === "sending";

  async function send(files: readonly ChosenFile[]): Promise<void> {
    if (files.length === 0) {
      setProgress({ kind: "refused", message: "There was no file in what was chosen." });
      return;
    }
    const now = new AbortController();
    stop.current = now;
    setProgress({ kind: "sending", files: files.length, sent: 0, total: 0 });
    const answer = await sendFiles(`${address}?review=yes`, files, {
      signal: now.signal,
      onProgress: (bytes) => setProgress({ kind: "sending", files: files.length, ...bytes }),
    });
    if (answer.ok) router.push(importPath(project, answer.id));
    else setProgress({ kind: "refused", message: answer.message });
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
        if (isSending) return;
        void droppedFiles(event.dataTransfer.items).then(send, () =>
          setProgress({ kind: "refused", message: "The browser could not read what was dropped." }),
        );
      }}
      className={`rounded-[10px] border border-dashed px-4 py-8 text-center sm:px-6 ${over ? "border-link bg-contain-bg" : "border-field"}`}
    >
      <p className="font-[560]">Drop log files, a run folder or a zip of one here</p>
      <p className="mt-1 text-[13px] text-ink-2">
        It is read and shown first; nothing is imported until you say so.
      </p>
      <p className="mt-3 flex flex-wrap justify-center gap-2">
        <Picker label="Choose files" send={send} disabled={isSending} />
        <Picker label="Choose a folder" folder send={send} disabled={isSending} />
      </p>
      {isSending ? (
        <div className="mt-3 grid justify-items-center gap-2">
          <ProgressBar
            what={`Sending ${plural(progress.files, "file")}`}
            done={progress.sent}
            total={progress.total}
          />
          <Button onClick={() => stop.current?.abort()}>Stop sending</Button>
        </div>
      ) : null}
      {progress.kind === "refused" ? (
        <p role="alert" className="mt-3 text-damage-ink">
          {progress.message}
        </p>
      ) : null}
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
        onChange={(event) => {
          void send(inputFiles(event.currentTarget.files));
          // The same file again is a change then, too.
          event.currentTarget.value = "";
        }}
        className="sr-only"
      />
    </label>
  );
}
