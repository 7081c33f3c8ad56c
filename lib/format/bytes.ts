import { fixed } from "./numbers";

const UNITS = ["KiB", "MiB", "GiB", "TiB"];

/** A size: 512 is "512 bytes", 20971520 is "20.0 MiB". */
export function bytes(count: number): string {
  if (count < 1024) return `${count} bytes`;
  const power = Math.min(Math.floor(Math.log(count) / Math.log(1024)), UNITS.length);
  return `${fixed(count / 1024 ** power, 1)} ${UNITS[power - 1] ?? ""}`;
}
