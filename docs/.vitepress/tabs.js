/** The headings that are tabs on the site, where at least two of one level follow each other. */
const titles = new Set(["Spring Boot", "Quarkus", "Plain Java", "Micronaut", "Server", "Next.js", "Maven", "Gradle", "Boot 4", "Boot 3.5"]);

/** Puts neighbouring headings of level 3 or 4 with such titles, and what is below them, into the component Tabs. */
export function tabs(markdown) {
  markdown.core.ruler.push("tabs", (state) => {
    state.tokens = grouped(state.tokens, state.Token);
  });
}

function grouped(tokens, Token) {
  const result = [];
  for (let at = 0; at < tokens.length; ) {
    const panels = panelsFrom(tokens, at);
    if (panels.length < 2) {
      result.push(tokens[at++]);
      continue;
    }
    const list = panels.map(({ title, id }) => ({ title, id }));
    result.push(html(Token, `<Tabs :tabs='${JSON.stringify(list)}'>`));
    for (const [number, { heading, content }] of panels.entries()) {
      result.push(html(Token, `<template #panel-${number}>`), ...heading, ...grouped(content, Token), html(Token, "</template>"));
    }
    result.push(html(Token, "</Tabs>"));
    at += panels.reduce((sum, { heading, content }) => sum + heading.length + content.length, 0);
  }
  return result;
}

/** The tabs that begin at that token: each heading, and the tokens up to the next heading of its level or above. */
function panelsFrom(tokens, start) {
  const panels = [];
  const level = tokens[start].tag;
  for (let at = start; isTab(tokens, at) && tokens[at].tag === level; ) {
    let end = at + 3;
    while (end < tokens.length && !(tokens[end].type === "heading_open" && tokens[end].tag <= level)) end++;
    panels.push({ title: tokens[at + 1].content, id: tokens[at].attrGet("id"), heading: tokens.slice(at, at + 3), content: tokens.slice(at + 3, end) });
    at = end;
  }
  if (panels.length > 1) panels.forEach(({ heading }) => withoutAnchor(heading));
  return panels;
}

const isTab = (tokens, at) => tokens[at]?.type === "heading_open" && /^h[34]$/.test(tokens[at].tag) && titles.has(tokens[at + 1].content);

/** The panel has the heading's anchor, so that a link to it finds an element that can be seen. */
function withoutAnchor([open, inline]) {
  open.attrs = open.attrs.filter(([name]) => name !== "id");
  inline.children = inline.children.slice(0, 1);
}

function html(Token, content) {
  const token = new Token("html_block", "", 0);
  token.content = `${content}\n`;
  return token;
}
