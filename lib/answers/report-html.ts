import { createHash } from "node:crypto";
import { cssText } from "@/lib/format/css-text";
import { inertText } from "@/lib/format/inert-text";
import { productWords } from "@/lib/format/product-words";
import { instant } from "@/lib/format/time";
import type { ReportBlock, ReportDocument, ReportSection } from "@/lib/reports/report-document";
import { REPORT_STYLE } from "./report-style";

/**
 * A report as one HTML file: no script, no request to anywhere, and a policy in it that lets nothing but
 * its own style sheet in (CSP level 3, by its hash). Every text of a record is text, whatever it holds.
 */
export function reportHtml(report: ReportDocument): string {
  const { project } = report.made;
  const made = `Project ${project}. ${makingSentences(report)}`;
  const style = REPORT_STYLE + pageStyle(`${report.title} · ${project}`, sheetWords(report));
  const csp = `default-src 'none'; style-src 'sha256-${sha256(style)}'; base-uri 'none'; form-action 'none'`;
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${csp}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escaped(report.title)}</title>`,
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    `<header><h1>${escaped(report.title)}</h1><p>${escaped(report.sentence)}</p><p class="made">${escaped(made)}</p></header>`,
    "<main>",
    ...report.sections.map(section),
    "</main>",
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

/** Of a saved report both: who computed it, and who only wrote this file of it. */
function makingSentences({ made, saved }: ReportDocument): string {
  const now = `${instant(made.at)} by ${productWords(made.version)}.`;
  if (saved === undefined) return `Made ${now}`;
  const then = `${instant(saved.at)} by ${productWords(saved.productVersion)}.`;
  return `Computed and saved ${then} This file of it was made ${now}`;
}

function sheetWords({ made, saved }: ReportDocument): string {
  return saved === undefined
    ? `${instant(made.at)} · ${productWords(made.version)}`
    : `Saved ${instant(saved.at)} · ${productWords(saved.productVersion)}`;
}

function section({ title, blocks }: ReportSection): string {
  return `<section><h2>${escaped(title)}</h2>\n${blocks.map(block).join("\n")}\n</section>`;
}

function block(one: ReportBlock): string {
  switch (one.kind) {
    case "text":
      return one.strong === true
        ? `<p><strong>${escaped(one.text)}</strong></p>`
        : `<p>${escaped(one.text)}</p>`;
    case "list":
      return `<ul>${one.items.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul>`;
    case "facts":
      return `<dl>${one.facts
        .map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`)
        .join("")}</dl>`;
    case "table":
      return table(one);
  }
}

function table({
  caption,
  columns,
  numericFrom,
  rows,
}: Extract<ReportBlock, { kind: "table" }>): string {
  const kind = (at: number) => (at >= numericFrom ? ' class="num"' : "");
  const head = columns
    .map((column, at) => `<th scope="col"${kind(at)}>${escaped(column)}</th>`)
    .join("");
  const body = rows.map(
    (row) =>
      `<tr>${row
        .map((cell, at) =>
          at === 0
            ? `<th scope="row">${escaped(cell)}</th>`
            : `<td${kind(at)}>${escaped(cell)}</td>`,
        )
        .join("")}</tr>`,
  );
  return `<table><caption>${escaped(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body.join("\n")}</tbody></table>`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return inertText(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** What stands on every printed sheet. */
function pageStyle(name: string, made: string): string {
  return `@page{@top-left{content:${cssText(name)}}@top-right{content:${cssText(made)}}}`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("base64");
}
