"use client";

import { useEffect, useId, useRef, useState } from "react";
import { Button } from "./button";

/** One key and what it does. Keys of one character; `label` says it in words. */
export type Shortcut = { key: string; label: string; run: () => void };

const STORED = "aftermath-shortcuts";

/**
 * Keys for people who work without a mouse, the help that lists them (`?`), and the switch that turns them
 * off: a single key must not act for those whose software types for them (WCAG 2.1.4).
 */
export function Shortcuts({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(shortcuts);
  const heading = useId();
  const [on, setOn] = useState(true);

  useEffect(() => {
    latest.current = shortcuts;
  }, [shortcuts]);

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event.target) || dialog.current?.open || isOff()) return;
      if (event.key === "?") {
        event.preventDefault();
        setOn(true);
        dialog.current?.showModal();
        return;
      }
      const found = latest.current.find(({ key }) => key === event.key);
      if (found === undefined) return;
      event.preventDefault();
      found.run();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);

  return (
    <>
      <Button
        onClick={() => {
          setOn(!isOff());
          dialog.current?.showModal();
        }}
        aria-haspopup="dialog"
      >
        Keys
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={heading}
        className="m-auto w-[min(380px,calc(100vw-32px))] rounded-[10px] border border-line bg-panel p-5 text-ink backdrop:bg-black/40"
      >
        <h2 id={heading}>Keys</h2>
        <dl className="mt-3 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
          {[...shortcuts, { key: "?", label: "this help" }].map(({ key, label }) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded-[5px] border border-field px-2 py-0.5 font-mono text-xs">
                  {key}
                </kbd>
              </dt>
              <dd className="text-ink-2">{label}</dd>
            </div>
          ))}
        </dl>
        <label className="mt-4 flex min-h-6 items-center gap-2 text-ink-2">
          <input
            type="checkbox"
            checked={on}
            onChange={({ target }) => {
              setOn(target.checked);
              window.localStorage.setItem(STORED, target.checked ? "on" : "off");
            }}
          />
          Single keys act on this page
        </label>
        <p className="mt-4">
          <Button onClick={() => dialog.current?.close()}>Close</Button>
        </p>
      </dialog>
    </>
  );
}

function isOff(): boolean {
  return window.localStorage.getItem(STORED) === "off";
}

/** Where letters are text, or choose an option, they are no command. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])"))
  );
}
