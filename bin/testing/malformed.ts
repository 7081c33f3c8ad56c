import type { Asked } from "./raw-request";

/** Parts of an address that name nothing, and some that cannot even be read. */
export const PARTS: readonly string[] = [
  "%ff",
  "%00",
  "%E0%A4%A",
  "%ED%A0%80",
  "..%2f..%2fetc%2fpasswd",
  "..%5c..%5c",
  "%2e%2e",
  "'",
  "%22%3E%3Cscript%3E",
  "%0d%0aX-Injected:%201",
  "__proto__",
  "constructor",
  "-1",
  "0",
  "1e400",
  "9".repeat(400),
  "x".repeat(5000),
  "%F0%9F%98%80",
  "%EF%BF%BF",
  "[object%20Object]",
  "%7B%22a%22%3A1%7D",
  "null",
];

export const QUERIES: readonly string[] = [
  "?after=%00&limit=NaN&format=%ff&page=-1&sort=%27&offset=1e400&step=-5&at=%22&find=%00&text=%00",
  `?${"a=1&".repeat(2000)}`,
  "?__proto__[x]=1&constructor=1&campaign[]=1&campaign=1&campaign=2&__proto__=1",
  "?%ff=%fe&=&&&",
  "?baseline=%00&candidate=%ED%A0%80&also=x&arm=%27%3B--&tick=%00&columns=%00&from=%00",
  `?text=${"%f0%9f%98%80".repeat(500)}&cursor=AAAA&after=eyJ9&attempt=99999999999&beside=%2f%2f1`,
  "?before=1e99&from=2026-13-45&until=%00&actor=%ff&action=__proto__&outcome=null&kind=%00&index=-1&field=x",
];

/** Headers, most of which Next reads itself. */
export const HEADERS: readonly Record<string, string>[] = [
  { rsc: "1", "next-router-state-tree": "%5B" },
  { rsc: "1", "next-router-state-tree": '["",{"children":["x9",{}]},null,null,true]' },
  { rsc: "1", "next-router-prefetch": "1", "next-url": "//evil.example" },
  { rsc: "1", "next-router-segment-prefetch": "/_tree/%ff" },
  { "next-resume": "1" },
  { range: "bytes=9-1", "if-none-match": "*", "if-modified-since": "never" },
  { accept: "x/y;q=-1", "accept-encoding": "zzz", "accept-language": "%" },
  { cookie: "theme=%ff; theme=<script>; =; a" },
  { authorization: "Bearer %00" },
  { authorization: "Basic x" },
];

export const METHODS = ["PUT", "PATCH", "OPTIONS", "HEAD", "TRACE", "PROPFIND"] as const;

type Body = Pick<Asked, "headers" | "body">;

const typed = (type: string, ...bodies: (string | Uint8Array)[]): Body[] =>
  bodies.map((body) => ({ headers: { "content-type": type }, body }));

export const BODIES: readonly Body[] = [
  ...typed(
    "application/json",
    "",
    "{",
    '{"a":',
    "[]",
    "null",
    '"\\ud800"',
    '{"__proto__":1,"text":"\\u0000","kind":"note","author":"\\ud800"}',
    "[".repeat(5000),
    new Uint8Array([0xff, 0xfe, 0x00]),
  ),
  ...typed("application/x-ndjson", "\n\n", "{}\n{", "[1]\r\n\u0000", '{"type":"episode"}'),
  ...typed("multipart/form-data; boundary=", "--\r\n\r\nx"),
  ...typed(
    "multipart/form-data; boundary=b",
    "--b\r\nContent-Disposition: form-data; name=\r\n\r\n",
  ),
  ...typed(
    "multipart/form-data; boundary=b",
    '--b\r\nContent-Disposition: form-data; name="file"; filename="\u0000"\r\n\r\nx\r\n--b--',
  ),
  ...typed("%%%", "x"),
  ...typed("text/plain", "x"),
  ...typed("application/octet-stream", new Uint8Array(64)),
  { headers: { "content-type": "application/json", "content-encoding": "gzip" }, body: "no gzip" },
  {
    headers: { "content-type": "application/json", "idempotency-key": "x".repeat(9000) },
    body: "{}",
  },
];

/** What React's decoder of actions' arguments may be handed, and what it lets through that no page sends. */
export const ARGUMENTS: readonly string[] = [
  "",
  "[",
  "null",
  "[null]",
  "[]",
  '["$K1"]',
  '[{"a":"$F1"}]',
  '["$undefined","$Q1","$W2"]',
  '["$@1","$B2","$h3","$i4"]',
  '["$1:__proto__:constructor","$D2026","$nNaN"]',
  "[1,2,3,4,5]",
  '["home",["x"],{"a":1},null,null]',
  '[["home"],"x",null,null,null]',
  '["home","\\u0000","\\u0000","\\u0000","\\u0000"]',
  '["\\u0000","\\ud800","$NaN","$-Infinity",""]',
  '[{"project":"home","page":"campaigns"},null,{"get":1}]',
  '[{"project":"home","campaignSlug":1,"seq":"x"},null,null]',
  '[{"project":"home","campaignSlug":"\\u0000","seq":1e400},null,[]]',
];
