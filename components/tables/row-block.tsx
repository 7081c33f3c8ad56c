"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";

/** How far from the screen rows are drawn: a fast flick of the wheel reaches no empty room. */
const AHEAD = "1600px";

/**
 * Some rows of a table that leave the page while they are far from the screen, and keep exactly the room
 * that they had: heights need not be guessed, and nothing moves.
 */
export function RowBlock({ columns, children }: { columns: number; children: ReactNode }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    const element = body.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        const { height } = entry.boundingClientRect;
        setRoom(entry.isIntersecting || height === 0 ? null : height);
      },
      { rootMargin: `${AHEAD} 0px` },
    );
    const drawAll = () => setRoom(null);
    observer.observe(element);
    window.addEventListener("beforeprint", drawAll);
    return () => {
      observer.disconnect();
      window.removeEventListener("beforeprint", drawAll);
    };
  }, []);
  return (
    <tbody ref={body}>
      {room === null ? (
        children
      ) : (
        <tr aria-hidden="true">
          <td
            colSpan={columns}
            aria-label="rows further away"
            height={room}
            className="border-0 p-0"
          />
        </tr>
      )}
    </tbody>
  );
}
