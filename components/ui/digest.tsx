/** A digest or a key, which may break anywhere. */
export function Digest({ text }: { text: string }) {
  return <span className="font-mono text-[12px] break-all">{text}</span>;
}
