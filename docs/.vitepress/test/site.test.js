import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, extname, join, posix } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import MiniSearch from "minisearch";
import { browsers } from "../../../js/testing/installed.js";
import { addressOf, docs, rewrites } from "../links.js";
import { isForContributors } from "../menu.js";
import { pages, version } from "../pages.js";
import { search } from "../search.js";
import { queries } from "./queries.js";

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

  after(async () => {
    await chromium?.close();
    server?.close();
    if (!built) rmSync(site, { recursive: true });
  });

  let chromium;
  let server;

  /** A page of the site in a browser, which waits a minute and no more. */
  async function opened(path, options) {
    server ??= await served(site);
    chromium ??= await createRequire(join(docs, "../tests/it/node/package.json"))("playwright-core").chromium.launch({
      executablePath: browsers.find(existsSync),
      args: ["--no-sandbox"],
    });
    const context = await chromium.newContext({ baseURL: `http://127.0.0.1:${server.address().port}`, ...options });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

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

  test("each code block of the first page is also on another page or in README", () => {
    const blocks = (page) => [...readFileSync(join(docs, page), "utf8").matchAll(/^```\w+\n.*?^```$/gms)].map(([block]) => block);
    const others = new Set([...pages().filter((page) => page !== "index.md"), "../README.md"].flatMap(blocks));
    assert.deepEqual(blocks("index.md").filter((block) => !others.has(block)), []);
  });

  test("each query finds its page first", async () => {
    const chunks = join(site, "assets/chunks");
    const file = readdirSync(chunks).find((name) => name.startsWith("@localSearchIndex"));
    const { options, searchOptions } = search.options.miniSearch;
    const stored = (await import(pathToFileURL(join(chunks, file)))).default;
    const index = MiniSearch.loadJSON(stored, { ...options, storeFields: ["title", "titles"] });
    const { fieldIds, fieldLength } = JSON.parse(stored);
    assert.ok(Object.values(fieldLength).every((lengths) => fieldIds.keywords in lengths), "results would depend on the order of pages");
    const page = ({ id }) => id.replace(/(\.html)?(#.*)?$/, "");
    const firsts = Object.keys(queries).map((query) => [query, page(index.search(query, { fuzzy: 0.2, prefix: true, ...searchOptions })[0] ?? { id: "none" })]);
    assert.deepEqual(Object.fromEntries(firsts), Object.fromEntries(Object.entries(queries).map(([query, file]) => [query, addressOf(file)])));
    const found = index.search("decision record").map(page);
    assert.deepEqual(pages().filter((file) => isForContributors(file) && found.includes(addressOf(file))), []);
  });

  test("a reader's choice of a tab applies to every page, and is there on the next visit", async () => {
    const page = await opened("/");
    const selected = () => page.locator("[role=tab][aria-selected=true]").allTextContents();
    const panel = page.locator("[role=tabpanel]:visible");
    await page.locator("[role=tab]", { hasText: "Spring Boot" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.deepEqual(await selected(), ["Quarkus"]);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Quarkus");
    assert.equal(await panel.getAttribute("id"), "quarkus");
    assert.equal(await panel.getAttribute("aria-labelledby"), await page.evaluate(() => document.activeElement.id));
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    assert.deepEqual(await selected(), ["Spring Boot"]);
    await page.locator("[role=tab]", { hasText: "Plain Java" }).click();
    await page.reload();
    await page.locator("[role=tab][aria-selected=true]", { hasText: "Plain Java" }).waitFor();
    await page.goto("/#quarkus");
    await page.reload();
    await page.locator("[role=tab][aria-selected=true]", { hasText: "Quarkus" }).waitFor();
  });

  test("the first page has its tagline, buttons and picture", async () => {
    const page = await opened("/", { viewport: { width: 1440, height: 900 } });
    assert.match(await page.locator(".VPHero .tagline").textContent(), /^Google.*done for you\.$/s);
    assert.equal(await page.locator(".VPHero .action").count(), 3);
    assert.ok(await page.locator(".VPHero img").evaluate((image) => image.naturalWidth > 0));
    await page.context().close();
  });

  test("without a script, each panel of tabs is shown below its heading", async () => {
    const page = await opened("/", { javaScriptEnabled: false });
    assert.equal(await page.locator("[role=tablist]:visible").count(), 0);
    assert.deepEqual(await page.locator("[role=tabpanel]:visible > h3:visible").allTextContents(), ["Spring Boot", "Quarkus", "Plain Java", "Next.js"]);
  });

  test("no page is wider than a phone", async () => {
    const page = await opened("/", { viewport: { width: 360, height: 780 } });
    for (const path of ["/", "/guides/", "/compare.html", "/configuration.html", "/hosts/spring-boot.html", "/threats.html", "/errors.html"]) {
      await page.goto(path);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, path);
    }
  });
});

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png" };

/** The files of a folder, at a free port. */
async function served(folder) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}
