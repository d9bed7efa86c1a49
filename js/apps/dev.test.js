import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { environment, until } from "../testing/process.js";
import { browser, build, copied, inside, says } from "./parts.js";

const RELOADED = "reloaded the configuration";

describe("npm run dev of the Next application: cardea dev starts the core and next dev", () => {
  let child, chrome, settings;
  let log = "";

  before(async () => {
    const folder = build("next", ["true", []], copied("next", "dev"));
    settings = join(folder, "cardea.yml");
    // A separate process group: npm starts the core, which starts Next.
    child = spawn("npm", ["run", "--silent", "dev"], { cwd: folder, env: { ...environment("NODE", "PORT"), NEXT_TELEMETRY_DISABLED: "1" }, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (log += data));
    await comes(() => fetch(inside, { signal: AbortSignal.timeout(60_000) }).then(({ ok }) => ok, () => false), 120_000);
    chrome = await browser();
  });

  after(async () => {
    await chrome?.stop();
    if (child?.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    process.kill(-child.pid, "SIGTERM");
    await gone;
  });

  /** Waits until that holds. @returns after how many milliseconds */
  async function comes(holds, most) {
    const begin = performance.now();
    const came = await until(async () => child.exitCode !== null || (await holds()), most);
    if (!came || child.exitCode !== null) throw new Error(log);
    return performance.now() - begin;
  }

  test("a user of a provider without an account signs in at the first try", async () => {
    const page = await (await chrome.visitor()).newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${inside}/members`);
    await page.getByRole("button", { name: "Sign in with Acme" }).click();
    await page.getByRole("button", { name: /Mia Member/ }).first().click();
    await says(page, "#member", "Mia Member");
    await says(page, "#role", "guest");
  });

  test("one click on a person in the bar of the sign-in page signs in", async () => {
    const page = await (await chrome.visitor()).newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${inside}/api/auth/signin?callbackUrl=%2Fmembers`);
    await page.locator(".cardea-development").getByRole("button", { name: /Mia Member/ }).click();
    await page.goto(`${inside}/members`);
    await says(page, "#member", "Mia Member");
  });

  test("a changed file is in force within two seconds; a broken one shows its errors and changes nothing", async () => {
    const text = readFileSync(settings, "utf8");
    const withProvider = (id) => text.replace("  - passkey\n", `  - passkey\n  - ${id}\n`);
    const page = await (await chrome.visitor()).newPage();

    log = "";
    writeFileSync(settings, withProvider("discord"));
    assert.ok((await comes(() => log.includes(RELOADED))) < 2_000, log);
    await page.goto(`${inside}/api/auth/signin`);
    await page.getByRole("button", { name: "Sign in with Discord" }).waitFor();

    log = "";
    writeFileSync(settings, withProvider("dicsord"));
    await comes(() => log.includes("stays in effect"));
    assert.match(log, /cardea\.yml:\d+:.*"dicsord" is unknown/);
    await page.reload();
    await page.getByText("The configuration has errors").waitFor();
    await page.getByRole("button", { name: "Sign in with Discord" }).waitFor();

    log = "";
    writeFileSync(settings, text);
    await comes(() => log.includes(RELOADED));
    await page.reload();
    assert.equal(await page.getByText("The configuration has errors").count(), 0);
  });
});
