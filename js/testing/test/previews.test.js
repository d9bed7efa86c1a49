import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { certificate, passphrase } from "../../apps/https.js";
import { forwarder } from "../../bridge/dist/index.js";
import { secret } from "../core.js";
import { serve, withoutServer } from "../server.js";

const silent = { error() {}, warn() {}, debug() {} };
const NAMES = ["ada", "bob", "eve", "mallory", "trudy"].map((name) => `${name}-team.preview.example`);

/** Deployments at addresses that are not known beforehand, over TLS, as on a platform that gives each a name. */
describe("preview deployments", { skip: withoutServer }, () => {
  /** What answers each host: functions from request to answer. */
  const hosts = new Map();
  /** What reached the host of the attacker. */
  const caught = [];
  let folder, tls, core, at;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "cardea-previews-"));
    const { pfx } = certificate(...NAMES);
    writeFileSync(join(folder, "site.p12"), pfx);
    writeFileSync(join(folder, "hosts"), NAMES.map((name) => `127.0.0.1 ${name}\n`).join(""));
    tls = createServer({ pfx, passphrase }, async (incoming, outgoing) => {
      const chunks = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const { host } = incoming.headers;
      const body = chunks.length ? { body: Buffer.concat(chunks) } : {};
      const request = new Request(`https://${host}${incoming.url}`, { method: incoming.method, headers: incoming.headers, ...body });
      const answer = await hosts.get(host.replace(/:\d+$/, ""))(request);
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
    });
    await new Promise((resolve) => tls.listen(0, "127.0.0.1", resolve));
    at = (name) => `https://${name}-team.preview.example:${tls.address().port}`;
    const options = [`-Djdk.net.hosts.file=${join(folder, "hosts")}`, `-Djavax.net.ssl.trustStore=${join(folder, "site.p12")}`, `-Djavax.net.ssl.trustStorePassword=${passphrase}`];
    core = await serve(
      `
secret: ${secret}
basePath: /api/auth
bridge: true
providers: [{ id: credentials, type: credentials }]
hooks: { path: /api/auth/hooks, origins: ["https://*-team.preview.example:${tls.address().port}"], headers: { x-protection-bypass: letmein } }
`,
      { JAVA_TOOL_OPTIONS: options.join(" ") },
    );
    for (const name of ["ada", "bob"]) hosts.set(`${name}-team.preview.example`, deployment(name));
  });

  after(async () => {
    await core?.stop();
    tls?.closeAllConnections();
    await new Promise((resolve) => (tls ? tls.close(resolve) : resolve()));
    if (folder) rmSync(folder, { recursive: true });
  });

  beforeEach(() => (caught.length = 0));

  /** A deployment of the site, which knows only its core and the secret. */
  function deployment(name) {
    const authorize = ({ password }) => (password === "right" ? { id: name, name: `of ${name}` } : null);
    return forwarder({ core: core.url, secret, basePath: "/api/auth", trustHost: true, authorize, logger: silent });
  }

  /** What a host of another team answers: each host is asked once a second at most. */
  function trap(name, answer) {
    hosts.set(`${name}-team.preview.example`, async (request) => {
      const body = await request.text();
      caught.push({ method: request.method, path: new URL(request.url).pathname, headers: request.headers, body });
      return answer(request, body);
    });
  }

  /** A visitor who signs in through a deployment, at an address that the visitor chose. */
  async function signIn(deploymentOf, origin) {
    const send = (path, options) => hosts.get(`${deploymentOf}-team.preview.example`)(new Request(`${origin}/api/auth/${path}`, options));
    const csrf = await send("csrf");
    const { csrfToken } = await csrf.json();
    const cookie = csrf.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
    const body = new URLSearchParams({ csrfToken, username: "ada", password: "right" });
    const answer = await send("callback/credentials", { method: "POST", body, headers: { cookie, accept: "application/json" } });
    return { status: answer.status, isSignedIn: answer.headers.getSetCookie().some((line) => /session-token=[^;]/.test(line)) };
  }

  const onlyDescribed = () => {
    assert.ok(caught.length > 0, "the attacker was asked");
    for (const { method, path, headers, body } of caught) {
      assert.deepEqual([method, path], ["POST", "/api/auth/hooks/describe"]);
      assert.deepEqual(Object.keys(JSON.parse(body)), ["nonce"]);
      assert.equal(headers.get("cookie"), null);
    }
  };

  test("each deployment decides for its own visitors", async () => {
    for (const name of ["ada", "bob"]) assert.deepEqual(await signIn(name, at(name)), { status: 302, isSignedIn: true }, name);
  });

  test("a host of another team gets nothing but describe, whatever it answers", async () => {
    const answers = {
      eve: () => new Response(null, { status: 404 }),
      mallory: () => Response.json({ callbacks: ["authorize"], events: [], origin: at("mallory") }),
    };
    for (const [name, answer] of Object.entries(answers)) {
      caught.length = 0;
      trap(name, answer);
      assert.deepEqual(await signIn("ada", at(name)), { status: 503, isSignedIn: false }, name);
      onlyDescribed();
    }
  });

  test("a host of another team that passes the question on to a deployment gets no more", async () => {
    trap("trudy", (request, body) => hosts.get("ada-team.preview.example")(new Request(`${at("ada")}/api/auth/hooks/describe`, { method: "POST", body, headers: headersOf(request) })));
    assert.deepEqual(await signIn("ada", at("trudy")), { status: 503, isSignedIn: false });
    onlyDescribed();
    // What passed it on was not at fault.
    assert.deepEqual(await signIn("ada", at("ada")), { status: 302, isSignedIn: true });
  });

  test("an origin that no pattern matches is asked nothing, and no user signs in there", async () => {
    trap("eve", () => new Response(null, { status: 404 }));
    assert.deepEqual(await signIn("ada", "https://preview.example"), { status: 503, isSignedIn: false });
    assert.equal(caught.length, 0);
  });

  const headersOf = ({ headers }) => Object.fromEntries(["content-type", "x-cardea-signature"].map((name) => [name, headers.get(name)]));
});
