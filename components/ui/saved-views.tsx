"use client";

import { useActionState } from "react";
import { BOX } from "./box";
import { DataName } from "./data-text";
import { OutcomeForm, type FormAction, type FormOutcome } from "./outcome-form";

/** A view as pages list it: its address without the question mark. */
export type ListedView = { id: string; name: string; query: string };

export type ViewChanges = { save: FormAction; remove: FormAction };

/** The views of this page that the project has named; the present one can be kept under a name. */
export function SavedViews({
  path,
  query,
  views,
  change,
}: {
  /** The page's address without a query. */
  path: string;
  /** The query that the page was made of, for when there is no script. */
  query: string;
  views: readonly ListedView[];
  /** Null for a reader who may use the views and not change them. */
  change: ViewChanges | null;
}) {
  return (
    // A reader may open it before the page has come alive; that is no mismatch.
    <details
      suppressHydrationWarning
      className="rounded-[7px] border border-line bg-panel px-3 py-1.5"
    >
      <summary className="min-h-6">Saved views ({views.length})</summary>
      {views.length === 0 ? (
        <p className="mt-2 text-xs text-ink-3">None yet. Everyone in the project sees them.</p>
      ) : (
        <ul className="mt-2 grid gap-1">
          {views.map((view) => (
            <li key={view.id} className="flex items-center justify-between gap-3">
              <a
                href={view.query === "" ? path : `${path}?${view.query}`}
                className="min-w-0 py-0.5 text-link underline underline-offset-2"
              >
                <DataName text={view.name} />
              </a>
              {change === null ? null : <DeleteView view={view} remove={change.remove} />}
            </li>
          ))}
        </ul>
      )}
      {change === null ? null : <SaveView query={query} save={change.save} />}
    </details>
  );
}

function SaveView({ query, save }: { query: string; save: FormAction }) {
  return (
    <div className="mt-3 border-t border-line-2 pt-3">
      <OutcomeForm
        action={save}
        submit="Save this view"
        layout="line"
        // The reader may have sorted or ticked since the page was made.
        prepare={(typed) => typed.set("query", window.location.search.slice(1))}
      >
        <input type="hidden" name="query" defaultValue={query} />
        <label className="grid min-w-0 flex-1 basis-40 gap-0.5 text-xs text-ink-2">
          Name of this view
          <input name="name" required maxLength={80} className={`${BOX} w-full`} />
        </label>
      </OutcomeForm>
      <p className="mt-1 text-xs text-ink-3">
        To rename a view, save it under the new name and delete the old one.
      </p>
    </div>
  );
}

function DeleteView({ view, remove }: { view: ListedView; remove: FormAction }) {
  const [removed, removeNow, removing] = useActionState(remove, NOTHING);
  return (
    <form action={removeNow}>
      <input type="hidden" name="id" value={view.id} />
      <button
        type="submit"
        disabled={removing}
        className="min-h-6 px-1.5 text-xs text-ink-2 underline underline-offset-2"
      >
        Delete
        <span className="sr-only">
          {" "}
          the view <DataName text={view.name} />
        </span>
      </button>
      <span role="alert" className="text-xs text-damage-ink">
        {removed.problem}
      </span>
    </form>
  );
}

const NOTHING: FormOutcome = { problem: null, done: null };
