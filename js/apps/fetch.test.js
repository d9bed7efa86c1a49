import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { after, before, describe, test } from "node:test";
import { browser, build, inside as site, says, start, startCore, startIdentity } from "./parts.js";

const at = "http://127.0.0.1:3000";

// Bun and Deno are programs that npm has too.
const others = ["npm", ["install", "--prefer-offline", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", "bun@1.4.5", "deno@2.9.6"]];
const hosts = {
  Hono: ["node", "hono.js"],
  "Node's own http": ["node", "node.js"],
  Bun: ["bun", "bun.js"],
  Deno: ["deno", "serve", "--host", "127.0.0.1", "--port", "3000", "--allow-net", "--allow-env", "deno.js"],
};

let folder, chrome, core, identity;

before(async () => {
  folder = build("fetch", others);
  core = await startCore(folder, site);
  identity = await startIdentity();
  chrome = await browser();
});

after(async () => {
  await chrome?.stop();
  for (const each of [core, identity]) await each?.stop();
});

for (const [name, [file, ...args]] of Object.entries(hosts)) {
  describe(`an application on ${name}`, () => {
    let server;
    before(async () => (server = await start(name, file, args, { port: 3000, cwd: folder, env: { AUTH_URL: site, CARDEA_URL: "http://127.0.0.1:3100" } })));
    after(() => server?.stop());

    test("credentials by a hook, from the address that connected; kept, and out again", async () => {
      const visitor = await chrome.visitor({ extraHTTPHeaders: { "x-forwarded-for": "1.2.3.4" } });
      const page = await visitor.newPage();
      await page.goto(site);
      await page.click("a");
      for (const password of ["guess", "open sesame"]) {
        await page.fill("form:has([name=username]) [name=username]", "ada");
        await page.fill("form:has([name=username]) [name=password]", password);
        await page.getByRole("button", { name: "Name and password" }).click();
      }
      await says(page, "#who", "Hello ada");
      assert.match(server.log.join(""), /ada from (::ffff:)?127\.0\.0\.1\n|ada from ::1\n/);
      assert.doesNotMatch(server.log.join(""), /1\.2\.3\.4/);
      const me = await visitor.request.get(`${site}/api/me`);
      assert.deepEqual(await me.json(), { user: { id: "people/ada", name: "ada" } });
      assert.equal(me.headersArray().filter(({ name, value }) => name.toLowerCase() === "set-cookie" && value.startsWith("authjs.session-token")).length, 1);
      await page.click("button");
      await says(page, "#who", "Who are you?");
    });

    test("an identity provider", async () => {
      const page = await (await chrome.visitor()).newPage();
      await page.goto(`${site}/auth/signin?callbackUrl=%2F`);
      await page.getByRole("button", { name: "Acme" }).click();
      await page.click("#go");
      await says(page, "#who", "Hello Ada Lovelace");
    });

    test("answers as they are: lines of cookies, redirects; another site changes nothing", async () => {
      const csrf = await fetch(`${at}/auth/csrf`);
      assert.deepEqual(csrf.headers.getSetCookie().map((line) => line.split("=")[0]), ["authjs.csrf-token", "authjs.callback-url"]);
      const out = await fetch(`${at}/auth/signout`, { method: "POST", redirect: "manual", headers: { "content-type": "application/x-www-form-urlencoded" } });
      assert.equal(out.status, 302);
      assert.equal((await fetch(`${at}/auth/hooks/callbacks/authorize`, { method: "POST", body: "{}" })).status, 401);
      assert.equal((await fetch(`${at}/leave`, { method: "POST", headers: { origin: "https://evil.example" } })).status, 403);
    });

    test("a body that goes on and on is refused", async () => {
      assert.equal(await endless(), 413);
    });
  });
}

/** Returns the status of the answer to an endless body. */
function endless() {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${at}/auth/signout`, { method: "POST", headers: { "content-type": "application/json" } });
    const part = Buffer.alloc(65_536, "x");
    let answered = false;
    const more = () => {
      while (!answered && request.write(part));
      if (!answered) request.once("drain", more);
    };
    request.on("response", (response) => {
      answered = true;
      resolve(response.statusCode);
      request.destroy();
    });
    request.on("error", (error) => answered || reject(error));
    more();
  });
}
