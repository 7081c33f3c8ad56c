import { BlockList, isIP } from "node:net";

/** Where our own HTTP server tells the pages and routes who asks; what a client sends under it is dropped. */
export const CLIENT_ADDRESS_HEADER = "x-aftermath-client";

/**
 * The address that a request comes from (security.md B3): the peer of the connection, unless that is a
 * proxy of ours. Then what it added to `X-Forwarded-For` counts, from the right, up to the first address
 * that is no proxy of ours; what stands left of it anybody may have written.
 *
 * @param forwardedFor the header's values joined with commas, or undefined
 * @param trusted addresses and networks, as `10.0.0.7` or `10.0.0.0/8`
 * @returns an IP address; one that is mapped from IPv4 as IPv4
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: readonly string[],
): string {
  const proxies = blockListOf(trusted);
  const hops = (forwardedFor ?? "").split(",").map((hop) => plain(hop.trim()));
  let client = plain(peer);
  while (isTrusted(proxies, client)) {
    const before = hops.pop();
    if (before === undefined || isIP(before) === 0) break;
    client = before;
  }
  return client;
}

/** Who asks, for pages, routes and actions; "unknown" only where our server is not in front (next dev). */
export function clientAddressOf(headers: Headers): string {
  return headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
}

function isTrusted(proxies: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && proxies.check(address, version === 4 ? "ipv4" : "ipv6");
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function plain(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? address.toLowerCase();
}
