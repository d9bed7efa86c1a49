import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { until } from "../testing/process.js";
import { examples } from "../testing/server.js";
import { previewsDecideForTheirVisitors } from "./contract/previews.js";
import { orders, replacesSecrets } from "./contract/rotation.js";
import { CORE, posted, sessionLines, settings, signIn, signedIn, startApplication, user, visitor } from "./contract/application.js";
import { SESSION, site, start } from "./parts.js";

const chosen = process.env.CARDEA_CONTRACT?.split(" ");
/** Less than the timeouts of hooks and reads, and long for a busy machine: milliseconds. */
const AT_ONCE = 3_000;

for (const [name, way] of chosen ? [chosen] : [["next", "contract"], ["solid", "contract"]]) {
  describe(`what the packages promise, in an application: ${name} ${way}`, () => {
    const isNext = name === "next";
    let its;

    before(async () => (its = await startApplication(name, way)));
    after(() => its?.stop());

    const log = () => its.app.log.join("");

    /** Asks, and says how long the answer took: milliseconds. */
    async function timed(ask) {
      const began = Date.now();
      return { answer: await ask(), took: Date.now() - began };
    }

    describe("hooks that the core learns from the application", () => {
      test("until the core knows them, sessions are read and no user signs in", async (t) => {
        t.after(its.hooks.mend);
        const ada = await signedIn("ada");
        its.hooks.fail("an error");
        await its.restartCore();
        assert.equal((await user(ada)).name, "ada");
        const refused = await signIn(visitor(), "bob");
        assert.equal(refused.status, 503);
        assert.deepEqual(sessionLines(refused), []);
        its.hooks.mend();
        await signedIn("bob");
      });

      test("a decision that the application has lost is refused, not ignored", async (t) => {
        t.after(() => its.restart());
        const ada = await signedIn("ada");
        assert.deepEqual(sessionLines(await signIn(visitor(), "banned")), []);
        await its.restartApp({ LOST: "signIn" });
        for (const username of ["banned", "bob"]) assert.deepEqual(sessionLines(await signIn(visitor(), username)), [], username);
        assert.equal((await user(ada)).name, "ada");
      });

      test("a core whose file leaves decisions out does not start; beside an application that starts later, sign-ins are closed", async (t) => {
        t.after(() => its.restart());
        const some = settings(its.auto.replace(" }", ", callbacks: [authorize, jwt, session] }"));
        await assert.rejects(its.restartCore(some), /has the callback signIn, and hooks\.callbacks does not list it/);
        await its.app.stop();
        await its.restartCore(some);
        await its.restartApp();
        for (const username of ["banned", "bob"]) assert.deepEqual(sessionLines(await signIn(visitor(), username)), [], username);
        assert.match(log(), /`signIn` is here, and it is never asked/);
      });

      test("a Java application with the bridge calls the same hooks", async (t) => {
        t.after(() => its.restart());
        const [classes, libraries] = ["classes", "lib"].map((part) => join(examples, part));
        assert.ok(existsSync(libraries), "the Java examples are not there: mvn -B -pl examples -am package");
        await its.core.stop();
        const keycloak = { AUTH_KEYCLOAK_ID: "web", AUTH_KEYCLOAK_SECRET: "web-secret", AUTH_KEYCLOAK_ISSUER: "http://127.0.0.1:3200" };
        const env = { ...keycloak, AUTH_URL: site, HOOKS_URL: `${its.hooks.url}/api/auth/hooks` };
        const args = ["-Xmx128m", "-Dport=3100", "-cp", [classes, join(libraries, "*")].join(delimiter), "dev.cardea.examples.guides.SiteCore"];
        its.core = await start("the core in Java", "java", args, { port: 3100, env });
        const ada = await signedIn("ada");
        assert.equal((await user(ada)).role, "guest");
        assert.deepEqual(sessionLines(await signIn(visitor(), "banned")), []);
      });
    });

    describe("functions of providers", () => {
      test("the application makes the user and what is stored of the tokens", async () => {
        const ada = visitor();
        const sent = await posted(ada, "signin/acme");
        const page = await ada.ask("GET", sent.headers.get("location"));
        const back = /href="([^"]+)"/.exec(page.text)[1].replaceAll("&amp;", "&");
        await ada.ask("GET", back);
        const { name: shown, role } = await user(ada);
        assert.deepEqual([shown, role], ["ADA LOVELACE", "editor"]);
        assert.match(log(), /^linkAccount access_token,provider,providerAccountId,token_type,type$/m);
      });

      test("the application makes the code and sends the mail", async () => {
        const bob = visitor();
        assert.equal((await posted(bob, "signin/nodemailer", { email: "bob@example.com" })).status, 302);
        const mail = JSON.parse(/mail (.*)/.exec(log())[1]);
        assert.deepEqual([mail.identifier, mail.token], ["bob@example.com", "246810"]);
        assert.equal(sessionLines(await bob.ask("GET", mail.url)).length, 1);
        assert.equal((await user(bob)).role, "guest");
      });

      test("the application decides about pages behind a proxy", async () => {
        const page = visitor(site, new URL(CORE).port);
        page.cookies = (await signedIn("ada")).cookies;
        for (const [path, status] of [["/orders", 200], ["/admin", 403]]) {
          assert.equal((await page.ask("GET", `/api/auth/verify/ext-authz${path}`)).status, status, path);
        }
      });
    });

    describe("events", () => {
      const signsInByMail = async (address) => {
        const who = visitor();
        await posted(who, "signin/nodemailer", { email: address });
        const { url } = JSON.parse([...log().matchAll(/mail (.*)/g)].at(-1)[1]);
        return timed(() => who.ask("GET", url));
      };
      const heard = (event) => [...log().matchAll(new RegExp(`^${event} (.*)$`, "gm"))].map(([, id]) => id);

      test("that a user was made is heard before the answer; that one signed in keeps none waiting", async (t) => {
        t.after(its.hooks.mend);
        its.hooks.fail("no answer", "/events/signIn");
        const before = heard("createUser").length;
        const { answer, took } = await signsInByMail("carol@example.com");
        assert.equal(sessionLines(answer).length, 1);
        assert.ok(took < AT_ONCE, `${took} ms`);
        assert.equal(heard("createUser").length, before + 1);
      });

      for (const fault of ["an error", "no answer"]) {
        test(`with ${fault} a new user signs in all the same, and the event comes later`, async (t) => {
          t.after(its.hooks.mend);
          const before = heard("createUser").length;
          its.hooks.fail(fault, "/events/createUser");
          const { answer, took } = await signsInByMail(`${fault.replace(" ", "-")}@example.com`);
          assert.equal(sessionLines(answer).length, 1);
          assert.ok(took < 4 * AT_ONCE, `${took} ms`);
          assert.equal(heard("createUser").length, before);
          its.hooks.mend();
          assert.ok(await until(() => heard("createUser").length === before + 1));
        });
      }
    });

    describe("errors", () => {
      const tried = async (fields) => JSON.parse((await visitor().ask("POST", "/api/try", { json: fields, headers: { origin: site } })).text);

      // SolidStart has no sign-in by a call, and wraps no functions.
      if (isNext) test("say what the application threw, and too many attempts for how long", async () => {
        assert.deepEqual(await tried({ username: "ada", password: "guess" }), { type: "CredentialsSignin", code: "credentials" });
        const { type, cause } = await tried({ username: "broken", password: "open sesame" });
        assert.deepEqual([type, cause], ["CallbackRouteError", { name: "TypeError", message: "no such table" }]);
        let answer;
        assert.ok(await until(async () => (answer = await tried({ username: "eve", password: "guess" })).type !== "CredentialsSignin"));
        assert.equal(answer.type, "TooManyRequests");
        assert.ok(answer.retryAfter > 0);
      });

      test("on the way of a browser are a code of the application's, or a reference alone", async () => {
        assert.match((await signIn(visitor(), "ada", "guess")).headers.get("location"), /error=CredentialsSignin&code=credentials/);
        const broken = await signIn(visitor(), "broken");
        assert.match(broken.headers.get("location"), /error=Configuration/);
        assert.doesNotMatch(broken.headers.get("location"), /table/);
      });
    });

    test("a redirect callback that fails leads to an error page, and not to itself for ever", async () => {
      const ada = visitor();
      let answer = await posted(ada, "callback/credentials", { username: "ada", password: "open sesame", callbackUrl: `${site}/lost` });
      const seen = [];
      for (let to; (to = answer.headers.get("location")) && seen.length < 5; answer = await ada.ask("GET", to)) seen.push(to);
      assert.ok(seen.length < 5, seen.join(" "));
      assert.match(answer.text, /Error|error/);
      assert.equal(await user(ada), undefined);
    });

    if (isNext) describe("requests", () => {
      const headers = { origin: site };

      test("`authorized` and wrapped functions see the public origin", async () => {
        for (const path of ["/members/where", "/api/where"]) {
          assert.deepEqual(JSON.parse((await visitor().ask("GET", path)).text), { url: site + path, origin: site }, path);
        }
      });

      test("a sign-out, an update and a cookie of the handler win over the renewal", async () => {
        const ada = await signedIn("ada");
        await ada.ask("POST", "/api/rename", { json: {}, headers });
        assert.equal((await user(ada)).name, "Countess");
        await ada.ask("POST", "/api/leave", { json: {}, headers });
        assert.equal(await user(ada), undefined);
        const bob = await signedIn("bob");
        assert.equal(sessionLines(await bob.ask("GET", "/api/forget")).length, 1);
        assert.equal(await user(bob), undefined);
      });
    });

    test("the server sees what the session callback returned, and the id", async () => {
      const ada = await signedIn("ada");
      const { address, ...rest } = await user(ada);
      assert.deepEqual(rest, { id: "people/ada", name: "ada", role: "guest", deployment: "" });
    });

    describe("a core that hangs", () => {
      test("is not asked for a visitor without a session, and after a timeout not for three seconds", async () => {
        const stranger = visitor();
        const unclear = visitor();
        unclear.cookies.set(SESSION, "x");
        const members = (who) => timed(() => who.ask("GET", "/members"));
        its.core.pause();
        try {
          const { answer, took } = await members(stranger);
          assert.ok(answer.status >= 300 && answer.status < 400, `${answer.status}`);
          assert.ok(took < AT_ONCE, `${took} ms`);
          for (const most of [4 * AT_ONCE, 4 * AT_ONCE, AT_ONCE]) {
            const { answer, took } = await members(unclear);
            assert.equal(answer.status, 503);
            assert.ok(took < most, `${took} ms`);
          }
        } finally {
          its.core.go();
        }
        assert.ok(await until(async () => (await members(unclear)).answer.status !== 503));
      });
    });

    describe("secrets are replaced while users work", () => {
      for (const [title, order] of Object.entries(orders)) {
        test(title, async (t) => {
          t.after(() => its.restart());
          await replacesSecrets(its, order);
        });
      }
    });

    test("each preview deployment decides for its own visitors, and a host of another team learns nothing", async (t) => {
      t.after(() => its.restart());
      await previewsDecideForTheirVisitors(its);
    });

    describe("settings of the environment", () => {
      after(() => its.restart());

      const refused = async (env, reason) => {
        await its.restartApp(env);
        const ada = visitor();
        const answer = await ada.ask("GET", "/members");
        assert.ok(answer.status >= 300, `${answer.status}`);
        assert.deepEqual(sessionLines(await ada.ask("GET", "/api/auth/session")), []);
        assert.match(log(), reason);
      };

      test("plain http to a core beyond this machine is refused, with the setting that allows it", () => refused({ CARDEA_URL: "http://192.0.2.1:3100" }, /is plain http beyond this machine.*`allowHttpCore`/));

      for (const address of ["localhost:3443", "app.example", "ftp://app.example"]) {
        test(`an AUTH_URL that is not an address is refused, with the remedy: ${address}`, () => refused({ AUTH_URL: address }, /AUTH_URL is not an address: write https:\/\/app\.example/));
      }

      test("the visitor's address is what the site's own proxy wrote, and never what a visitor wrote", async () => {
        const forged = "6.6.6.6";
        const ada = async () => {
          const who = visitor();
          const { csrfToken } = JSON.parse((await who.ask("GET", "/api/auth/csrf")).text);
          const form = { csrfToken, username: "ada", password: "open sesame" };
          await who.ask("POST", "/api/auth/callback/credentials", { form, headers: { "x-forwarded-for": `${forged}, 203.0.113.9` } });
          return user(who);
        };
        await its.restartApp({ PROXIES: "1" });
        await signedIn("bob");
        assert.equal((await ada()).address, "203.0.113.9");
        await its.restartApp();
        await signedIn("bob");
        const { address } = await ada();
        assert.notEqual(address, forged);
        assert.notEqual(address, "203.0.113.9");
      });
    });
  });
}
