import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { nightly } from "../testing/nightly.js";
import { begin, freePort } from "../testing/process.js";
import { serve } from "../testing/server.js";
import { authenticator, browser, secret } from "./parts.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const inboxOf = fileURLToPath(new URL("../../examples/javascript/inbox.mjs", import.meta.url));

/** Each page in each of these: two widths, two colour schemes, two languages. */
const looks = [360, 1440].flatMap((width) => ["light", "dark"].flatMap((colorScheme) => ["en", "de"].map((locale) => ({ viewport: { width, height: 800 }, colorScheme, locale }))));
const ofVisitors = ["signin", "signin?error=CredentialsSignin&email=ann@example.com", "signup", "forgot", "forgot?error=NoAccount"];
const ofUsers = ["reauth", "account", ...["profile", "email", "password", "passkeys", "providers", "sessions", "data"].map((page) => `account/${page}`)];
/** The pages that ask a question, and the fields of the button that leads there. */
const questions = { "account/passkeys": "delete", "account/sessions": "end-others" };

describe("the built-in pages", () => {
  let server, inbox, mails, chrome, auth, user;

  before(async () => {
    const [smtp, http] = [await freePort(), await freePort()];
    mails = `http://127.0.0.1:${http}`;
    inbox = await begin("the inbox", process.execPath, [inboxOf, smtp, http], { ready: /^inbox on/ });
    server = await serve(`
env: development
secret: ${secret}
store: memory
providers:
  - { id: nodemailer, server: "smtp://127.0.0.1:${smtp}", from: no-reply@app.example }
  - { id: github, clientId: app, clientSecret: s }
  - { id: acme, name: Acme Identity for Employees of the Holding, type: oidc, issuer: "https://id.acme.example", clientId: app, clientSecret: s }
  - passkey
accounts: true
`);
    auth = `${server.url.replace("127.0.0.1", "localhost")}/auth`;
    chrome = await browser();
  });

  after(async () => {
    await chrome?.stop();
    await server?.stop();
    await inbox?.stop();
  });

  /** What axe finds on the page that is open. */
  async function found(page) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    return [...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`), ...(wide ? ["it scrolls sideways"] : [])];
  }

  test("axe finds nothing on the sign-in page", async () => {
    const page = await (await chrome.visitor(looks[0])).newPage();
    await page.goto(`${auth}/signin`);
    assert.deepEqual(await found(page), []);
  });

  test("a passkey on the page that asks again renews the session, and opens no other one", async () => {
    const page = (user ??= await signedUp());
    const token = async () => (await page.context().cookies()).find(({ name }) => name.endsWith("session-token")).value;
    const devices = async () => {
      await page.goto(`${auth}/account/sessions`);
      return page.locator(".items li").count();
    };
    const before = await token();
    const number = await devices();
    await page.goto(`${auth}/reauth?callbackUrl=${encodeURIComponent(`${auth}/account/data`)}`);
    await page.locator("form[data-passkey] button").click();
    await page.waitForURL(`${auth}/account/data`);
    assert.notEqual(await token(), before);
    assert.equal(await devices(), number);
  });

  nightly("axe finds nothing on each page, in two widths, light and dark, in English and German", async () => {
    user ??= await signedUp();
    const cookies = await user.context().cookies();
    const all = {};
    for (const look of looks) {
      const note = async (name, page) => {
        const findings = await found(page);
        if (findings.length) all[`${name} ${JSON.stringify(look)}`] = findings;
      };
      const visitor = await chrome.visitor(look);
      const page = await visitor.newPage();
      for (const path of ofVisitors) {
        await page.goto(`${auth}/${path}`);
        await note(path, page);
      }
      await visitor.addCookies(cookies);
      for (const path of ofUsers) {
        await page.goto(`${auth}/${path}`);
        assert.equal(page.url(), `${auth}/${path}`);
        await note(path, page);
      }
      for (const [path, change] of Object.entries(questions)) {
        await page.goto(`${auth}/${path}`);
        await page.locator(`form:has(input[value=${change}]) button`).first().click();
        await page.locator(".decision").waitFor();
        await note(`${path}, ${change}`, page);
      }
      await visitor.close();
    }
    assert.deepEqual(all, {});
  });

  /** The page of a user with a password, a passkey on this device, and a session in another browser. */
  async function signedUp() {
    await signIn(await (await chrome.visitor()).newPage(), "signup", "button.primary");
    const page = await (await chrome.visitor()).newPage();
    await authenticator(page);
    await signIn(page, "signin", "[formaction]");
    await page.goto(`${auth}/account/passkeys`);
    await page.locator("form[data-passkey] button").click();
    await page.waitForURL(/notice=passkey-added/);
    return page;
  }

  /** Signs up or in with a code. */
  async function signIn(page, route, button) {
    await page.goto(`${auth}/${route}`);
    await page.locator("input[name=email]").fill("ann@example.com");
    if (route === "signup") await page.locator("input[name=password]").fill("seven copper lanterns drifting");
    await page.locator(button).click();
    await page.locator("#code").waitFor();
    await page.goto(await newestLink());
  }

  async function newestLink() {
    const links = Array.from((await (await fetch(mails)).text()).matchAll(/href="([^"]+)"/g), ([, link]) => link.replaceAll("&amp;", "&"));
    return links.at(-1);
  }
});
