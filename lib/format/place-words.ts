/** Where in a source something is. `line` counts from 1, `byte` from 0. */
type Place = {
  file: string;
  line?: number | undefined;
  byte?: number | undefined;
  path?: string | undefined;
};

/** "runs/a.json, line 3, byte 120, $.messages": as much of it as is known. */
export function placeWords({ file, line, byte, path }: Place): string {
  return [
    file,
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(byte === undefined ? [] : [`byte ${byte}`]),
    ...(path === undefined ? [] : [path]),
  ].join(", ");
}
