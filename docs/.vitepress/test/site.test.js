import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { after, before, describe, test } from "node:test";
import { docs, rewrites } from "../links.js";
import { pages, version } from "../pages.js";

describe("the site", () => {
  /** A site that is built already, while these tests are written. */
  const built = process.env.CARDEA_SITE_BUILT;
  const site = built ?? mkdtempSync(join(tmpdir(), "cardea-site-"));
  const html = new Map();
  const at = (page) => rewrites[page] ?? page;
  const all = () => pages().filter((page) => !built || existsSync(join(site, at(page))));

  before(() => {
    const env = { ...process.env, CARDEA_SITE: site };
    if (!built) execFileSync("npm", ["run", "--silent", "build"], { cwd: docs, env, stdio: ["ignore", "ignore", "inherit"] });
    for (const page of all()) {
      const file = at(page).replace(/\.md$/, ".html");
      html.set(file, readFileSync(join(site, file), "utf8"));
    }
  });

  after(() => built ?? rmSync(site, { recursive: true }));

  const hrefs = (text) => [...text.matchAll(/<a\b[^>]*?\shref="([^"]+)"/g)].map(([, href]) => href.replaceAll("&amp;", "&"));

  /** The file and the anchor of an address of the site; undefined for an address elsewhere. */
  function target(from, href) {
    if (/^[a-z]+:|^\/\//.test(href)) return undefined;
    const [path, anchor] = href.split("#");
    const file = path === "" ? from : path.startsWith("/") ? path.slice(1) : posix.join(dirname(from), path);
    const page = file === "" || file.endsWith("/") ? `${file}index.html` : file;
    return { file: posix.extname(page) ? page : `${page}.html`, anchor: anchor && decodeURIComponent(anchor) };
  }

  test("each link leads to a page, and to a heading of it", () => {
    const dead = [];
    for (const [from, text] of html) {
      for (const href of hrefs(text)) {
        const to = target(from, href);
        if (!to) continue;
        const page = html.get(to.file);
        if (page === undefined ? !existsSync(join(site, to.file)) : to.anchor && !page.includes(`id="${to.anchor}"`)) dead.push(`${from}: ${href}`);
      }
    }
    assert.deepEqual(dead, []);
  });

  test("each page is at most three clicks from the first, by the text of the pages or by the list beside it", () => {
    const reached = new Map([["index.html", 0]]);
    for (const [page, clicks] of reached) {
      for (const href of hrefs(html.get(page) ?? "")) {
        const to = target(page, href);
        if (to && html.has(to.file) && !reached.has(to.file)) reached.set(to.file, clicks + 1);
      }
    }
    const far = [...html.keys()].filter((page) => (reached.get(page) ?? Infinity) > 3);
    assert.deepEqual(far, []);
  });

  test("no page makes a request to another host", () => {
    const files = readdirSync(site, { recursive: true }).filter((file) => /\.(html|css)$/.test(file));
    const loads = /<(?:script|img|iframe|source)\b[^>]*\ssrc="(?:https?:)?\/\/|<link\b[^>]*\shref="(?:https?:)?\/\/|url\(["']?(?:https?:)?\/\/|@import/;
    for (const file of files) assert.equal(loads.exec(readFileSync(join(site, file), "utf8"))?.[0], undefined, file);
  });

  test("each page names the version", () => {
    for (const [page, text] of html) assert.ok(text.includes(`Version ${version()}`), page);
  });

  test("each page is there as Markdown", () => {
    for (const page of all()) {
      const copy = readFileSync(join(site, at(page)), "utf8");
      if (!built) assert.equal(copy, readFileSync(join(docs, page), "utf8"), page);
    }
  });
});
