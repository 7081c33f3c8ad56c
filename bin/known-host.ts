const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const HOST_HEADER = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/;

/**
 * Does this Host header name us? A page of a stranger can make its own name point to 127.0.0.1
 * and read from us with the visitor's browser (DNS rebinding); the browser then still sends that
 * name. Any port, since a tunnel may change it.
 *
 * @param headers every Host header of the request: two of them are an attempt to be read twice
 * @param allowed further names, in lower case
 */
export function isKnownHost(headers: readonly string[], allowed: readonly string[]): boolean {
  const [header, ...more] = headers;
  if (header === undefined || more.length > 0) return false;
  const name = HOST_HEADER.exec(header.toLowerCase())?.[1];
  return name !== undefined && (LOOPBACK_NAMES.includes(name) || allowed.includes(name));
}
