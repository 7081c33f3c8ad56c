import { expect, type Page } from "@playwright/test";

/** What a page says of itself: everything in it that text of a record could have made. */
export type Audit = { faults: string[]; elements: number };

/**
 * Hangs hooks into every document of the page before anything of it runs: the function that payloads call,
 * dialogs, and violations of the policy. Read them with `ranIn`.
 */
export async function hangHooks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ran: string[] = [];
    Object.assign(globalThis, {
      x9Ran: ran,
      x9: () => ran.push("a payload ran"),
      alert: () => ran.push("alert"),
      confirm: () => ran.push("confirm"),
      prompt: () => ran.push("prompt"),
      print: () => {},
    });
    document.addEventListener("securitypolicyviolation", (event) =>
      ran.push(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
}

/**
 * Notes what happens to a page beside its document: dialogs, uncaught errors, requests to another host.
 * Errors of the console are left out, since a page that is not there is one.
 */
export function watch(page: Page, origin: string): string[] {
  const seen: string[] = [];
  page.on("dialog", (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => seen.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.origin !== origin) seen.push(`request to ${url.origin}`);
  });
  return seen;
}

/** What ran, asked or was held back by the policy in the document that is open. */
export function ranIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ran: unknown = Reflect.get(globalThis, "x9Ran");
    return Array.isArray(ran) ? ran.map(String) : ["the hooks are gone"];
  });
}

/**
 * Walks every element of the document. Faults are elements that a payload made, elements that pages of ours
 * never have, handlers, addresses that lead away or run, and characters that hide or reorder in what is
 * drawn or spoken.
 */
export async function audit(page: Page): Promise<Audit> {
  // What is sent last stands for a moment beside a template of React's, until it is put in its place.
  await expect(page.locator('template[id^="B:"]')).toHaveCount(0, { timeout: 30_000 });
  return page.evaluate((hiddenCharacters) => {
    const foreign =
      /^(iframe|object|embed|base|math|video|audio|marquee|frame|applet|foreignobject|animate|set|use|image|img|source|xmp|listing|template|slot)$/i;
    const ofReact = "javascript:throw new Error('A React form was unexpectedly submitted.";
    const addresses = ["href", "src", "action", "formaction", "xlink:href", "poster", "srcset"];
    const spoken = ["title", "aria-label", "alt", "placeholder", "data-label"];
    const hidden = new RegExp(hiddenCharacters, "u");
    const shown = (text: string) =>
      JSON.stringify(text.slice(Math.max(0, text.search(hidden) - 30)).slice(0, 60)).replaceAll(
        /[^ -~]/gu,
        (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
      );
    const rightToLeft = /[\u0590-\u08ff]/;
    /** Alone in a block or a control, or in an element that keeps its direction to itself. */
    const isApart = (element: Element): boolean => {
      const { unicodeBidi, display } = getComputedStyle(element);
      if (unicodeBidi === "isolate" || /^(OPTION|TEXTAREA|TITLE)$/.test(element.tagName))
        return true;
      // The marker is highlighted within its own text, which is apart as a whole.
      if (element.tagName === "MARK" && element.parentElement !== null)
        return isApart(element.parentElement);
      if (display !== "inline") return element.childNodes.length === 1;
      const up = element.parentElement;
      return up !== null && element.parentElement?.childNodes.length === 1 && isApart(up);
    };
    const faults = new Set<string>();
    const all = [...document.querySelectorAll("*")];
    for (const element of all) {
      const parent = element.parentElement?.tagName.toLowerCase() ?? "";
      const name = `<${element.tagName.toLowerCase()}> in <${parent}>`;
      if (element.hasAttribute("data-x9")) faults.add(`${name} is made of a payload`);
      if (foreign.test(element.tagName)) faults.add(`${name} is none of ours`);
      for (const { name: attribute, value } of element.attributes) {
        if (/^on/i.test(attribute)) faults.add(`${name} has ${attribute}`);
        if (addresses.includes(attribute)) {
          const to = URL.canParse(value, location.href) ? new URL(value, location.href) : null;
          // What React writes into a form whose action is a function, and the policy would not run.
          if (element.tagName === "FORM" && value.startsWith(ofReact)) continue;
          if (to?.origin !== location.origin) faults.add(`${name} leads to ${shown(value)}`);
        }
        if (spoken.includes(attribute) && hidden.test(value))
          faults.add(`${name} hides something in ${attribute}: ${shown(value)}`);
      }
      if (element.tagName === "SCRIPT" || element.tagName === "STYLE") continue;
      for (const node of element.childNodes) {
        const text = node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? "") : "";
        if (hidden.test(text)) faults.add(`${name} draws hidden characters: ${shown(text)}`);
        if (rightToLeft.test(text) && !isApart(element))
          faults.add(`${name} lets a text turn what stands beside it: ${shown(text)}`);
      }
    }
    return { faults: [...faults], elements: all.length };
  }, HIDDEN);
}

/** What may stand in no text that is drawn or spoken (security.md D3); tab and newline may. */
const HIDDEN =
  "[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff\\u{e0000}-\\u{e01ef}]";

/**
 * Which of these forms (`DRAWN_FORMS`) stand in the text of the document, by their number. Half a surrogate
 * pair is drawn by its name where bytes are kept, and as U+FFFD where Postgres keeps a text.
 */
export function drawnIn(page: Page, forms: readonly string[]): Promise<number[]> {
  return page.evaluate((sought) => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    let text = "";
    while (walker.nextNode() !== null) {
      const { parentElement, nodeValue } = walker.currentNode;
      if (!/^(SCRIPT|STYLE)$/.test(parentElement?.tagName ?? "")) text += nodeValue ?? "";
    }
    text = text.replaceAll(/U\+D[89A-F][0-9A-F]{2}/g, "\ufffd");
    return sought.flatMap((form, at) => (text.includes(form) ? [at] : []));
  }, forms);
}
