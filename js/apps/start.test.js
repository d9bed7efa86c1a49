import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { browser, says } from "./parts.js";
import { tutorial } from "./tutorial.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

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
      await site.stop();
    }
  }

  test("a user of the Next application signs in and out", async () => signsIn(await tutorial("next"), "a"));

  test("a user of the SolidStart application signs in and out", async () => signsIn(await tutorial("solid-start"), "h1"));

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
