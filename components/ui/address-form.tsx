"use client";

import type { ReactNode } from "react";

/**
 * A form that only changes the page's address: empty fields leave it, and of what the reader has changed
 * since (an order, ticks) `keep` stays. Without script it is the plain form that it draws.
 */
export function AddressForm({
  action,
  label,
  keep = [],
  className = "",
  children,
}: {
  action: string;
  label: string;
  /** Names of parameters that this form has no field for. */
  keep?: readonly string[];
  className?: string;
  children: ReactNode;
}) {
  return (
    <form
      action={action}
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        const query = new URLSearchParams();
        for (const [name, value] of new FormData(event.currentTarget)) {
          if (typeof value === "string" && value !== "" && !keep.includes(name))
            query.append(name, value);
        }
        const before = new URL(window.location.href).searchParams;
        for (const name of keep) for (const value of before.getAll(name)) query.append(name, value);
        window.location.assign(query.size === 0 ? action : `${action}?${query.toString()}`);
      }}
    >
      {children}
    </form>
  );
}
