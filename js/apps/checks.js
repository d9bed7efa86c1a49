import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { until } from "../testing/process.js";
import { handOn, listening } from "./https.js";
import { INBOX, SESSION, cookieLines, says, site } from "./parts.js";

/** Where the core calls the hooks of the application in these tests. */
const HOOKS = 3110;
/** What visitors choose. */
export const PASSWORD = "seven copper lanterns drifting";

/** What stands between the core and the hooks of an application, and can break. */
export async function startHooks() {
  let fault, where;
  const held = new Set();
  const application = { port: 3000 };
  const faults = {
    "an error": (outgoing) => outgoing.writeHead(500).end("broken"),
    "a refusal": (outgoing) => outgoing.writeHead(403).end(),
    "a redirect": (outgoing) => outgoing.writeHead(307, { location: site }).end(),
    "no JSON": (outgoing) => outgoing.writeHead(200, { "content-type": "application/json" }).end("<html>"),
    "a broken connection": (outgoing) => outgoing.destroy(),
    "no answer": (outgoing) => held.add(outgoing),
  };
  const server = createServer((incoming, outgoing) => {
    if (fault && incoming.url.includes(where)) return incoming.on("end", () => fault(outgoing)).resume();
    return handOn(incoming, outgoing, application.port);
  });
  const close = await listening(server, HOOKS);
  const mend = () => {
    fault = undefined;
    for (const outgoing of held) outgoing.destroy();
    held.clear();
  };
  return {
    url: `http://127.0.0.1:${HOOKS}`,
    /** Where the application listens; a test that moves it says so here. */
    application,
    faults: Object.keys(faults),
    /** From now on each call fails so, or each whose path has that part. */
    fail: (name, part = "/") => ([fault, where] = [faults[name], part]),
    mend,
    stop: () => {
      mend();
      return close();
    },
  };
}

/** Whatever the hooks answer, a user of the application stays signed in, and a sign-in does not succeed. */
export async function staysSignedIn(visitor, hooks, name) {
  const before = await session(visitor);
  for (const fault of hooks.faults) {
    hooks.fail(fault);
    for (const path of ["/api/auth/session", "/api/me", "/members"]) {
      const answer = await visitor.request.get(site + path, { maxRedirects: 0, timeout: 60_000 });
      const text = await answer.text();
      const isKnown = answer.status() === 200 && text.includes(name);
      assert.ok(isKnown || answer.status() === 503 || text === "null", `${path} with ${fault}: ${answer.status()} ${text.slice(0, 200)}`);
      assert.ok(cookieLines(answer).every(({ value }) => !/max-age=0|expires=Thu, 01 Jan 1970/i.test(value)), `${path} with ${fault} ends the session`);
    }
    assert.deepEqual(cookieLines(await signIn(visitor, "grace", "open sesame")), [], `a sign-in with ${fault}`);
    assert.equal((await session(visitor)).length, before.length, `the cookies with ${fault}`);
    hooks.mend();
  }
  assert.ok(await until(async () => (await (await visitor.request.get(`${site}/api/auth/session`)).text()).includes(name)));
  assert.equal((await visitor.request.get(`${site}/members`, { maxRedirects: 0 })).status(), 200);
}

/**
 * Every page that is read prolongs a session; nothing that changes something does.
 *
 * @param isAlsoInAdvance whether one that a browser or a script fetches in advance does, too: only if no store has the session
 */
export async function isProlongedByReading(visitor, { isAlsoInAdvance = true } = {}) {
  // As browsers send them. Next hides its own two headers from its middleware.
  const script = { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin" };
  const inAdvance = [{ ...script, rsc: "1", "next-router-prefetch": "1" }, { ...script, "x-middleware-prefetch": "1" }, { purpose: "prefetch" }, { "sec-purpose": "prefetch;prerender" }];
  for (const headers of [{}, ...inAdvance]) {
    const answer = await visitor.request.get(`${site}/members`, { headers });
    // With `cacheComponents`, Next prefetches the segments of a page, and has no whole page to prefetch.
    const isWithoutPage = answer.status() === 404 && "next-router-prefetch" in headers;
    assert.ok(answer.status() === 200 || isWithoutPage, `${answer.status()} ${JSON.stringify(headers)}`);
    const isProlonged = isAlsoInAdvance || !inAdvance.includes(headers);
    assert.equal(cookieLines(answer).length, isProlonged ? 1 : 0, JSON.stringify(headers));
  }
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    assert.deepEqual(cookieLines(await visitor.request.fetch(`${site}/members`, { method, maxRedirects: 0 })), [], method);
  }
}

/**
 * The declarations of our packages fit those of the framework, and the application fits ours. Those of the framework
 * itself are not free of findings.
 */
export function typesFit(folder) {
  const { status, stdout } = spawnSync("node_modules/.bin/tsc", ["--noEmit", "-p", ".", "--skipLibCheck", "false"], { cwd: folder, encoding: "utf8" });
  const findings = stdout.split("\n").filter((line) => /^\S+\(\d+,\d+\): error/.test(line));
  assert.ok(status === 0 || findings.length > 0, stdout);
  const isOfOthers = (line) => /^\S*node_modules\/(?!@cardea\/)\S*\(/.test(line);
  assert.deepEqual(findings.filter((line) => !isOfOthers(line)), []);
}

/** The files of a page are the same for all, so no answer with one sets a cookie. */
export async function filesSetNoCookie(visitor) {
  const page = await (await visitor.request.get(site)).text();
  const files = [...page.matchAll(/(?:src|href)="(\/_[^"]+\.(?:js|css)[^"]*)"/g)].map(([, path]) => path.replaceAll("&amp;", "&"));
  assert.ok(files.length > 0, "the page has files");
  for (const path of files) {
    const answer = await visitor.request.get(site + path);
    assert.equal(answer.status(), 200, path);
    assert.equal(answer.headers()["set-cookie"], undefined, path);
  }
}

/** A visitor signs up with a code. */
export async function signsUp(page, email) {
  await page.goto(`${site}/api/auth/signup?callbackUrl=%2F`);
  await page.fill("[name=name]", "Lin");
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.fill("[name=token]", await codeFor(email));
  await page.press("[name=token]", "Enter");
}

/** A visitor signs up, and changes the name on the pages of the account; the application shows it. */
export async function hasAnAccount(page, email) {
  await signsUp(page, email);
  await says(page, "#who", "Hello Lin");
  await page.getByRole("link", { name: "Your account" }).click();
  await page.getByRole("link", { name: "Profile" }).first().click();
  await page.fill("[name=name]", "Lin Wei");
  await page.getByRole("button", { name: "Save" }).click();
  await says(page, "#who", "Hello Lin Wei");
}

/** The code of the last mail to an address, which the inbox keeps in its link. */
async function codeFor(email) {
  let link;
  const hasCome = async () => (link = new RegExp(`<a href="([^"]+)">Sign in</a> ${email}`).exec(await (await fetch(INBOX)).text())?.[1]);
  assert.ok(await until(hasCome));
  return new URL(link.replaceAll("&amp;", "&")).searchParams.get("token");
}

/** Guesses passwords of one account until the core rejects them unread; what it then answers to the right one. */
export async function guessedTooOften(visitor, name) {
  for (let i = 0; i < 100; i++) {
    const answer = await signIn(visitor, name, `guess ${i}`);
    if (answer.status() === 429) return signIn(visitor, name, "open sesame");
  }
  assert.fail("a hundred passwords were tried");
}

async function signIn(visitor, username, password) {
  const { csrfToken } = await (await visitor.request.get(`${site}/api/auth/csrf`)).json();
  const form = { csrfToken, username, password, callbackUrl: site };
  return visitor.request.post(`${site}/api/auth/callback/credentials`, { form, maxRedirects: 0, timeout: 60_000 });
}

const session = async (visitor) => (await visitor.cookies(site)).filter(({ name }) => name.startsWith(SESSION));
