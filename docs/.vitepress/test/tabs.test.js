import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createMarkdownRenderer } from "vitepress";
import config from "../config.js";
import { docs } from "../links.js";

let markdown;

before(async () => (markdown = await createMarkdownRenderer(docs, config.markdown)));

/** The groups of a page, each as the list of its tabs. */
async function groups(...lines) {
  const html = markdown.render(lines.join("\n\n"), { path: "page.md", relativePath: "page.md" });
  return [...html.matchAll(/<Tabs :tabs='(.*?)'>/g)].map(([, list]) => JSON.parse(list).map(({ id }) => id));
}

test("neighbouring headings with the titles of tabs are a group, and keep their anchors", async () => {
  assert.deepEqual(await groups("## Add it", "### Spring Boot", "one", "### Quarkus", "two", "### Plain Java", "three"), [["spring-boot", "quarkus", "plain-java"]]);
});

test("a group ends at another heading of its level, and at one above", async () => {
  assert.deepEqual(await groups("## A", "### Maven", "### Gradle", "### More", "### Maven", "### Gradle", "## B", "### Server", "### Quarkus"), [
    ["maven", "gradle"],
    ["maven-1", "gradle-1"],
    ["server", "quarkus"],
  ]);
});

test("a heading that stands alone, and a heading of level 2, are no tabs", async () => {
  assert.deepEqual(await groups("## Spring Boot", "## Quarkus", "## A", "### Spring Boot", "text", "### Other", "### Quarkus"), []);
});

test("a panel contains the headings below its own, which can be tabs as well", async () => {
  assert.deepEqual(await groups("## A", "### Spring Boot", "#### Maven", "#### Gradle", "#### Test it", "### Quarkus"), [
    ["spring-boot", "quarkus"],
    ["maven", "gradle"],
  ]);
});

test("in a panel, the heading has no anchor of its own, which the panel has", async () => {
  const html = markdown.render("## A\n\n### Maven\n\n### Gradle", { path: "page.md", relativePath: "page.md" });
  assert.match(html, /<h3[^>]*>Maven<\/h3>/);
  assert.doesNotMatch(html, /id="maven"/);
});
