/** A digest or a key, which may break anywhere; its lines begin below each other, also in a column to the right. */
export function Digest({ text }: { text: string }) {
  return <span className="inline-block text-left font-mono text-[12px] break-all">{text}</span>;
}
