import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { browser, says } from "./parts.js";
import { environment } from "../testing/process.js";
import { tutorial } from "./tutorial.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The attacks whose target the application of docs/start/next.md does not have. */
const NO_TARGET = ["A29", "A41", "A42", "A43", "A48", "A61"];

/** Sends all attacks to the site, as `docs/guides/attack-your-own-site.md` says. */
async function attacked(site) {
  const secret = join(site.folder, ".cardea", "secret");
  const args = ["doctor", "--attack", site.url, "--protected", "/account", "--secret-file", secret, "--json"];
  const text = await new Promise((resolve, reject) => {
    const options = { env: environment(), maxBuffer: 1 << 24, timeout: 600_000 };
    execFile(here("../../bin/cardea"), args, options, (error, out, log) => (out.startsWith("{") ? resolve(out) : reject(new Error(log, { cause: error }))));
  });
  const { attacks } = JSON.parse(text);
  const ids = (outcome, group) => attacks.filter((each) => each.outcome === outcome && (!group || each.group === group)).map(({ id }) => id);
  return { outcomes: ids, text };
}

describe("the pages of docs/start, typed off into an empty folder", () => {
  before(() => execFileSync("npm", ["run", "--silent", "packages"], { cwd: here(".."), stdio: "inherit" }));

  async function signsIn(site, who) {
    const chrome = await browser();
    try {
      const context = await chrome.visitor();
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      await page.goto(`${site.url}/account`);
      await page.getByRole("button", { name: "Sign in with Local account" }).click();
      await page.getByRole("button", { name: /Mia Member/ }).first().click();
      await page.waitForURL(`${site.url}/account`);
      await says(page, who, "Only you see this, mia@example.com");
      await page.goto(`${site.url}/`);
      await says(page, who, "Hello mia@example.com");
      await page.goto(`${site.url}/api/auth/signout`);
      await page.locator("form[action$='/signout'] button").click();
      await page.waitForURL((url) => !url.pathname.endsWith("/signout"));
      await page.goto(`${site.url}/account`);
      assert.notEqual(new URL(page.url()).pathname, "/account");
    } catch (error) {
      throw new Error(site.log.join(""), { cause: error });
    } finally {
      await chrome.stop();
    }
  }

  describe("the Next application", () => {
    let site;
    before(async () => (site = await tutorial("next")));
    after(() => site?.stop());

    test("a user signs in and out", () => signsIn(site, "a"));

    test("no attack of any group succeeds", async () => {
      const { outcomes, text } = await attacked(site);
      assert.deepEqual(outcomes("broken"), [], text);
      assert.deepEqual(outcomes("not run"), [], text);
      // No proxy asks the application, and development mode limits no attempts.
      assert.deepEqual(outcomes("no target"), NO_TARGET, text);
      for (const group of ["anonymous", "account", "provider"]) assert.ok(outcomes("ok", group).length > 0, `${group}: ${text}`);
    });
  });

  test("a user of the SolidStart application signs in and out", async () => {
    const site = await tutorial("solid-start");
    try {
      await signsIn(site, "h1");
    } finally {
      await site.stop();
    }
  });

  test("the pages name the versions that the examples have", () => {
    for (const [page, example] of [["next", "next"], ["solid-start", "solid"]]) {
      const text = readFileSync(here(`../../docs/start/${page}.md`), "utf8");
      const { dependencies, devDependencies } = JSON.parse(readFileSync(here(`../../examples/${example}/package.json`), "utf8"));
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        if (!name.startsWith("@cardea/")) assert.ok(text.includes(`"${name}": "${version}"`), `${page}: ${name} ${version}`);
      }
    }
  });
});
