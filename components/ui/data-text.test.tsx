import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DataName, DataText } from "./data-text";

it("D1: draws markup as text", () => {
  const html = renderToStaticMarkup(
    <DataText text={'<img src=x onerror=alert(1)> <a href="javascript:1">x</a> [y](http://z)'} />,
  );
  expect(html).toBe(
    '<bdi class="data-text ">&lt;img src=x onerror=alert(1)&gt; &lt;a href=&quot;javascript:1&quot;&gt;x&lt;/a&gt; [y](http://z)</bdi>',
  );
});

it("D3: names the override that would reorder the line, and the escape of a terminal", () => {
  const html = renderToStaticMarkup(<DataText text={"a\u202eb\u001b]8;;"} />);
  expect(html).toContain(">U+202E</span>b");
  expect(html).toContain(">U+001B ESC</span>]8;;");
  expect(html).not.toContain("\u202e");
  expect(html).not.toContain("\u001b");
});

it("highlights the marker", () => {
  expect(renderToStaticMarkup(<DataText text="to CANARY-7" markers={["CANARY-7"]} />)).toMatch(
    /to <mark class="[^"]*">CANARY-7<\/mark>/,
  );
});

it("D4: cuts what is long and offers the next window", () => {
  const html = renderToStaticMarkup(
    <DataText text={"x".repeat(70_000)} windowHref={(from) => `/e?from=${from}`} />,
  );
  expect(html).toContain("Characters 1 to 65,536 of 70,000.");
  expect(html).toContain('href="/e?from=65536"');
  expect(html.length).toBeLessThan(67_000);
});

it("keeps a name in its line", () => {
  expect(renderToStaticMarkup(<DataName text={"n".repeat(300)} />)).toContain(
    `${"n".repeat(200)}…</bdi>`,
  );
});
