import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificate, listening, passphrase, tlsProxy } from "../https.js";
import { sessionLines, settings, signIn, signedIn, user, visitor } from "./application.js";

const TLS = 3444;
const BOB = 3001;
const EVE = 3112;
const NAMES = ["ada", "bob", "eve"].map((name) => `${name}-team.preview.example`);
const at = (name) => `https://${name}-team.preview.example:${TLS}`;

/**
 * Two deployments of the application at addresses that its core does not know beforehand, and a host of another team.
 * Each deployment decides for its own visitors; the other host gets nothing but `describe`.
 */
export async function previewsDecideForTheirVisitors(its) {
  const folder = mkdtempSync(join(tmpdir(), "cardea-previews-"));
  const started = [];
  try {
    const tls = certificate(...NAMES);
    writeFileSync(join(folder, "site.p12"), tls.pfx);
    writeFileSync(join(folder, "hosts"), NAMES.map((name) => `127.0.0.1 ${name}\n`).join(""));
    const caught = [];
    const trap = createServer((incoming, outgoing) => {
      caught.push(`${incoming.method} ${incoming.url} ${incoming.headers.cookie ?? ""}`);
      outgoing.writeHead(404).end();
    });
    started.push(await listening(trap, EVE));
    const ports = { ada: 3000, bob: BOB, eve: EVE };
    const proxy = await tlsProxy(tls, TLS, (host) => ports[host.split("-")[0]]);
    started.push(proxy.stop);
    const trusts = { AUTH_URL: "", AUTH_TRUST_HOST: "true" };
    const bob = await its.begin({ port: BOB, env: { ...trusts, DEPLOYMENT: "bob" } });
    started.push(bob.stop);
    await its.restartApp({ ...trusts, DEPLOYMENT: "ada" });
    const java = [`-Djdk.net.hosts.file=${join(folder, "hosts")}`, `-Djavax.net.ssl.trustStore=${join(folder, "site.p12")}`, `-Djavax.net.ssl.trustStorePassword=${passphrase}`];
    const hooks = `{ path: /api/auth/hooks, origins: ["https://*-team.preview.example:${TLS}"] }`;
    await its.restartCore(settings(hooks, { hasUrl: false }), { JAVA_TOOL_OPTIONS: java.join(" ") });

    for (const name of ["ada", "bob"]) {
      const who = await signedIn("carol", visitor(at(name), ports[name]));
      assert.equal((await user(who)).deployment, name);
    }
    const elsewhere = await signIn(visitor(at("eve"), ports.ada), "carol");
    assert.equal(elsewhere.status, 503);
    assert.deepEqual(sessionLines(elsewhere), []);
    assert.ok(caught.length > 0);
    assert.deepEqual(caught.filter((line) => line !== "POST /api/auth/hooks/describe "), []);
  } finally {
    for (const stop of started.reverse()) await stop();
    rmSync(folder, { recursive: true });
  }
}
