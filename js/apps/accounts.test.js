import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { until } from "../testing/process.js";
import { PASSWORD, hasAnAccount, signsUp } from "./checks.js";
import { authenticator, browser, build, copied, says, site, startCore, startInbox, startSite, users } from "./parts.js";

describe("a Next application with password accounts, in a browser", () => {
  let folder, chrome, core;
  const started = [];
  const database = mkdtempSync(join(tmpdir(), "cardea-accounts-"));

  before(async () => {
    process.env.STORE = `jdbc:sqlite:${join(database, "cardea.db")}`;
    folder = build("next", ["npm", ["run", "--silent", "build"]], copied("next", "accounts"));
    core = await startCore(folder);
    started.push(await startInbox());
    started.push(await startSite("next", folder));
    chrome = await browser();
  });

  after(async () => {
    await chrome?.stop();
    for (const each of [core, ...started]) await each?.stop();
    rmSync(database, { recursive: true });
  });

  /** A page of a browser that offers passkeys on request alone. */
  async function newPage() {
    const page = await (await chrome.visitor()).newPage();
    await page.addInitScript(() => (globalThis.PublicKeyCredential.isConditionalMediationAvailable = async () => false));
    return page;
  }

  /** As devices do where the site only prefers that they verify who uses them. */
  const verifiesNoUser = (page) =>
    page.addInitScript(() => {
      const get = navigator.credentials.get.bind(navigator.credentials);
      navigator.credentials.get = ({ publicKey, ...rest }) => get({ ...rest, publicKey: { ...publicKey, userVerification: "discouraged" } });
    });

  async function signsOut(page) {
    await page.goto(site);
    await page.click("#signout button");
    await says(page, "#who", "Who are you?");
  }

  test("an invited visitor signs up with a code, changes the name, connects an app, and signs in with it", async () => {
    const page = await newPage();
    await signsUp(page, "nia@example.com");
    await page.getByRole("heading", { name: "You need an invitation" }).waitFor();

    users(folder, "invite", "lin@example.com");
    await hasAnAccount(page, "lin@example.com");
    const key = await connectsAnApp(page);
    await signsOut(page);
    await entersPassword(page, "lin@example.com");
    await isAsked(page, "Enter your code");
    await page.fill("[name=code]", code(key));
    await page.getByRole("button", { name: "Continue" }).click();
    await says(page, "#who", "Hello Lin Wei");
  });

  test("a block ends the session in the browser and refuses the password, and a lost app is reset", async () => {
    const page = await newPage();
    users(folder, "invite", "mia@example.com");
    await signsUp(page, "mia@example.com");
    await says(page, "#who", "Hello Lin");
    await connectsAnApp(page);

    users(folder, "block", "mia@example.com", "--reason", "spam");
    // Another process ends the session: the core asks the store every few seconds.
    assert.ok(await until(async () => (await page.request.get(`${site}/api/me`)).status() === 401));
    await page.goto(site);
    await says(page, "#who", "Who are you?");
    await entersPassword(page, "mia@example.com");
    await page.getByRole("heading", { name: "Your account is blocked" }).waitFor();

    users(folder, "unblock", "mia@example.com");
    await entersPassword(page, "mia@example.com");
    await isAsked(page, "Enter your code");
    users(folder, "reset-factors", "mia@example.com");
    await entersPassword(page, "mia@example.com");
    await says(page, "#who", "Hello Lin");
  });

  /** Signs up, adds a passkey, chooses to be asked for it, and signs out. */
  async function hasAPasskey(page, email) {
    users(folder, "invite", email);
    await signsUp(page, email);
    await says(page, "#who", "Hello Lin");
    await page.goto(`${site}/api/auth/account/passkeys`);
    await pressesPasskey(page);
    await page.waitForURL(/notice=passkey-added/);
    await page.goto(`${site}/api/auth/account/security`);
    await page.getByRole("button", { name: "Ask for my passkey" }).click();
    await page.locator(".codes").waitFor();
    await signsOut(page);
  }

  const pressesPasskey = (page) => page.click("form[data-passkey] button");

  test("a passkey is the second step after the password; another user's passkey signs in that user, and the step still waits", async () => {
    const [ann, bob] = [await newPage(), await newPage()];
    await authenticator(ann);
    await verifiesNoUser(ann);
    await hasAPasskey(ann, "ann@example.com");
    const passkeys = await authenticator(bob);
    await hasAPasskey(bob, "bob@example.com");

    await entersPassword(ann, "ann@example.com");
    await isAsked(ann, "Use your passkey");
    const asked = ann.url();
    const tab = await ann.context().newPage();
    await authenticator(tab, await passkeys());
    await tab.goto(asked);
    await pressesPasskey(tab);
    // Bob is asked nothing more: his passkey has verified him.
    await says(tab, "#session", "bob@example.com");
    assert.ok((await proofs(tab)).includes("user"));
    await signsOut(tab);
    await ann.goto(asked);
    await isAsked(ann, "Use your passkey");
    await pressesPasskey(ann);
    await says(ann, "#session", "ann@example.com");
    assert.deepEqual(await proofs(ann), ["pwd", "hwk"]);
  });
});

/** A visitor gives the password of an account. */
async function entersPassword(page, email) {
  await page.goto(`${site}/api/auth/signin?callbackUrl=%2F`);
  await page.fill("form:has([name=email]) [name=email]", email);
  await page.fill("form:has([name=email]) [name=password]", PASSWORD);
  await page.press("form:has([name=email]) [name=password]", "Enter");
}

/** A signed-in visitor connects an authenticator app. @returns its key, which the page's `otpauth:` link has */
async function connectsAnApp(page) {
  await page.goto(`${site}/api/auth/account/security`);
  await page.getByRole("button", { name: "Set up two-step verification" }).click();
  const key = new URL(await page.getAttribute('a[href^="otpauth:"]', "href")).searchParams.get("secret");
  // The value of before is valid, too, and leaves the present one for the sign-in. Its time may end before the server reads it.
  for (let i = 0; i < 2; i++) {
    await page.fill("[name=code]", code(key, "30 seconds ago"));
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Turn on" }).click()]);
    if (await page.locator(".codes").count()) return key;
  }
  throw new Error(await page.innerText("main"));
}

/** What an app with this key shows at that time. */
const code = (key, time = "now") => execFileSync("oathtool", ["--totp", "--base32", "--now", time, key], { encoding: "utf8" }).trim();

/** What has proven who the user is, by the names of RFC 8176. */
const proofs = async (page) => (await (await page.request.get(`${site}/api/auth/assurance`)).json()).amr;

/** A visitor has given the first proof, and is asked for the second: there is no session yet. */
async function isAsked(page, question) {
  await page.getByRole("heading", { name: question }).waitFor();
  assert.equal(await (await page.request.get(`${site}/api/auth/session`)).text(), "null");
}
