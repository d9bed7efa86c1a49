// Draws the picture that other sites show for a link to this one: node .vitepress/social.js, with Chromium and it/node.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { browsers } from "../../js/testing/installed.js";
import { docs, root } from "./links.js";

const image = (type, file) => `data:image/${type};base64,${readFileSync(join(docs, file)).toString("base64")}`;

const html = `<!doctype html>
<meta charset="utf-8">
<style>
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: #1b1b1f; color: #f2f2f5; font-family: Inter, "DejaVu Sans", sans-serif; }
  .text { position: absolute; left: 72px; top: 84px; width: 560px; }
  .mark { width: 104px; }
  h1 { margin: 20px 0 12px; font-size: 84px; line-height: 1; }
  p { margin: 0 0 28px; font-size: 33px; line-height: 1.35; }
  p + p { color: #b4b8c5; font-size: 25px; }
  .page { position: absolute; left: 710px; top: 62px; width: 1000px; border-radius: 16px; box-shadow: 0 0 0 1px #45464d; }
</style>
<div class="text">
  <img class="mark" src="${image("svg+xml", "public/mark.svg")}">
  <h1>Cardea</h1>
  <p>Sign-in for Java applications</p>
  <p>Google, GitHub, email links, passkeys and passwords, with the pages, sessions and tables done for you.</p>
</div>
<img class="page" src="${image("png", "images/sign-in.png")}">`;

const { chromium } = createRequire(join(root, "tests/it/node/package.json"))("playwright-core");
const browser = await chromium.launch({ executablePath: browsers.find(existsSync), args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(html, { waitUntil: "load" });
await page.screenshot({ path: join(docs, "public/social.png") });
await browser.close();
