import { isIPv6 } from "node:net";

/**
 * What counts as one address for a throttle: an IPv4 address, or the /64 of an IPv6 one, which is what a
 * single line is given and may change within at will. Anything else counts as itself.
 */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = Math.max(0, 8 - before.length - after.length);
  const groups =
    tail === undefined ? before : [...before, ...Array<string>(missing).fill("0"), ...after];
  const block = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${block.join(":")}::/64`;
}
