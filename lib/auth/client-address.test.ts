import { expect, test } from "vitest";
import { clientAddress } from "./client-address";

const PROXIES = ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"];

test.each<[string, string, string | undefined, readonly string[], string]>([
  ["no proxy is trusted by itself", "127.0.0.1", "6.6.6.6", [], "127.0.0.1"],
  ["a stranger's header is nothing", "9.9.9.9", "6.6.6.6", PROXIES, "9.9.9.9"],
  ["a proxy names the client", "127.0.0.1", "5.5.5.5", PROXIES, "5.5.5.5"],
  [
    "what the client forged stands further left",
    "10.1.2.3",
    "6.6.6.6, 5.5.5.5",
    PROXIES,
    "5.5.5.5",
  ],
  ["two proxies", "127.0.0.1", "6.6.6.6, 5.5.5.5, 10.9.9.9", PROXIES, "5.5.5.5"],
  ["a proxy that says nothing", "10.1.2.3", undefined, PROXIES, "10.1.2.3"],
  ["words for an address", "10.1.2.3", "5.5.5.5, <script>", PROXIES, "10.1.2.3"],
  ["IPv6 behind a network", "2001:db8::7", "2A00::1", PROXIES, "2a00::1"],
  ["IPv4 in IPv6", "::ffff:127.0.0.1", "::ffff:5.5.5.5", PROXIES, "5.5.5.5"],
])("B3: %s", (_, peer, forwarded, trusted, expected) => {
  expect(clientAddress(peer, forwarded, trusted)).toBe(expected);
});
