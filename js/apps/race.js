// An update of the session beside what Next prefetches, in Chromium, on the client page of the application in `official`:
//   node apps/race.js [--tries 200] [--due]     CARDEA_APPS_BUILT=1: it is built already
// Each try types a name, clicks Update (which scrolls the links of the footer into view, so that Next prefetches them through
// the proxy), and loads the page again. Ends with 1 where the new name was lost. --due: each renewal is due.
import { parseArgs } from "node:util";
import { buildOfficial, coreWith, identity, onCardea } from "./official.js";
import { browser } from "./parts.js";

const { values } = parseArgs({ options: { tries: { type: "string", default: "200" }, due: { type: "boolean", default: false } } });
const tries = Number(values.tries);
const folder = buildOfficial().cardea;
const settings = values.due ? coreWith(folder, "session: { strategy: jwt }", "session: { strategy: jwt, updateAge: 0 }") : undefined;
const idp = await identity();
const side = await onCardea(folder, idp, settings);
const chrome = await browser();
let prefetches = 0;
try {
  const page = await (await chrome.visitor()).newPage();
  page.setDefaultTimeout(60_000);
  page.on("request", (request) => (prefetches += /_rsc=/.test(request.url()) ? 1 : 0));
  await page.goto(`${side.site}/auth/signin?callbackUrl=/client-example`);
  await page.fill("[name=username]", "ada");
  await page.fill("[name=password]", "open sesame");
  await page.locator("form:has([name=username]) button").click();
  await page.waitForURL(({ pathname }) => pathname === "/client-example");
  // Each load begins at the top of the page, so that the links below come into view by the click.
  await page.addInitScript(() => (history.scrollRestoration = "manual"));
  await page.goto(`${side.site}/client-example`);
  const lost = [];
  for (let i = 1; i <= tries; i++) {
    const name = `ada ${i}`;
    const settled = quiet(page);
    // Before React has taken over the page a field's text is lost.
    await page.waitForFunction(() => Object.keys(document.querySelector("[name=name]")).some((key) => key.startsWith("__reactProps")));
    await page.fill("[name=name]", name);
    await page.click("#update");
    await page.locator("#name", { hasText: new RegExp(`^${name}$`) }).waitFor();
    await settled();
    await page.reload();
    const shown = await page.textContent("#name");
    if (shown !== name) lost.push(`${name}: ${shown}`);
    if (i % 20 === 0) console.log(`${i} tries, ${lost.length} lost, ${prefetches} prefetches`);
  }
  console.log(`${tries} tries${values.due ? ", each renewal due" : ""}: ${lost.length} lost, ${prefetches} requests that Next made ahead`);
  for (const each of lost) console.error(`lost: ${each}`);
  if (prefetches < tries) console.error("Next made fewer requests ahead than there were tries: the page no longer shows the race");
  process.exitCode = lost.length || prefetches < tries ? 1 : 0;
} finally {
  await chrome.stop();
  await side.stop();
  await idp.stop();
}

/** From now on: waits until all that the page asked for has been answered. */
function quiet(page) {
  const open = new Set();
  const begun = (request) => open.add(request);
  const ended = (request) => open.delete(request);
  page.on("request", begun).on("requestfinished", ended).on("requestfailed", ended);
  return async () => {
    const limit = Date.now() + 10_000;
    while (open.size && Date.now() < limit) await new Promise((resolve) => setTimeout(resolve, 10));
    page.off("request", begun).off("requestfinished", ended).off("requestfailed", ended);
  };
}
