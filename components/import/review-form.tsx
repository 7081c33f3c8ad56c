"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import type { Manifest } from "@/lib/domain/records";
import { plural } from "@/lib/format/numbers";
import { askServer } from "./ask-server";
import { CancelButton } from "./cancel-button";
import { ManifestField } from "./manifest-field";
import type { GivenManifest } from "./manifest-file";
import { Questions, type Question } from "./questions";
import { SourceChoice } from "./source-choice";
import { Tick } from "./tick";

type Props = {
  /** Of the import in the API. */
  address: string;
  questions: readonly Question[];
  /** What the counts on the page were read with. */
  manifest: Manifest | null;
  replace: boolean;
  keepSource: boolean;
  /** The importer's: the records are the source's very lines, so that nothing is to be chosen. */
  keepsLines: boolean;
  /** Null when nothing of the source would be imported. */
  episodes: number | null;
};

/**
 * The answers with which an upload is to be read. A changed one makes the counts on the page those of
 * another reading, so that the page has to look again before it imports.
 */
export function ReviewForm({ address, questions, episodes, keepsLines, ...stored }: Props) {
  const router = useRouter();
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const before = stored.manifest === null ? null : { name: "as given", content: stored.manifest };
  const [manifest, setManifest] = useState<GivenManifest | null>(before);
  const [replace, setReplace] = useState(stored.replace);
  const [keepSource, setKeepSource] = useState(stored.keepSource);
  const [fault, setFault] = useState<string | null>(null);
  const [asking, ask] = useTransition();

  const changed =
    manifest?.content !== before?.content ||
    questions.some(({ id, chosen }) => (answers[id] ?? chosen) !== chosen);
  const options = Object.fromEntries(
    questions.flatMap(({ id, chosen, default: fallback }) => {
      const value = answers[id] ?? chosen;
      return value === fallback ? [] : [[id, value]];
    }),
  );
  const post = (what: "preview" | "start") =>
    ask(async () => {
      const body = { options, replace, keepSource, manifest: manifest?.content ?? null };
      const answer = await askServer(`${address}/${what}`, body);
      setFault(answer.ok ? null : answer.message);
      router.refresh();
    });

  return (
    <form className="grid gap-4" onSubmit={(event) => event.preventDefault()}>
      {questions.length === 0 ? null : (
        <Questions
          questions={questions}
          answers={answers}
          answer={(id, value) => setAnswers((now) => ({ ...now, [id]: value }))}
        />
      )}
      <ManifestField given={manifest} choose={setManifest} />
      <div className="grid gap-1.5 text-[13px]">
        <SourceChoice keepsLines={keepsLines} checked={keepSource} set={setKeepSource} />
        <Tick
          label="Replace the campaign of the same file or key"
          checked={replace}
          set={setReplace}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {episodes === null ? null : (
          <Button
            look={changed ? "plain" : "primary"}
            disabled={asking || changed}
            onClick={() => post("start")}
          >
            Import {plural(episodes, "episode")}
          </Button>
        )}
        <Button
          look={changed ? "primary" : "plain"}
          disabled={asking}
          onClick={() => post("preview")}
        >
          Look again
        </Button>
        <CancelButton address={address} label="Discard the upload" />
      </div>
      <output className="min-h-5 text-[13px] text-ink-2">
        {changed
          ? "The answers changed: look again, and the counts follow them."
          : asking
            ? "Asking the server …"
            : null}
      </output>
      {fault === null ? null : (
        <p role="alert" className="text-damage-ink">
          {fault}
        </p>
      )}
    </form>
  );
}
