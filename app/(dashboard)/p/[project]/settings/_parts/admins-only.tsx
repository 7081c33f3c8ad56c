/** In the place of a form, for whoever may read a setting and not change it. */
export function AdminsOnly() {
  return <p className="my-3 text-[13px] text-ink-2">Only an admin of this project changes it.</p>;
}
