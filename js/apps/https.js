import { execFileSync } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request as begin } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const passphrase = "changeit";

/** A self-signed certificate for these names, made by the JDK that the core needs anyway. */
export function certificate(...names) {
  const all = names.length ? names : ["localhost"];
  const folder = mkdtempSync(join(tmpdir(), "cardea-tls-"));
  const store = ["-alias", "site", "-keystore", join(folder, "site.p12"), "-storetype", "PKCS12", "-storepass", passphrase];
  const keytool = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin", "keytool") : "keytool";
  const run = (...args) => execFileSync(keytool, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  try {
    run("-genkeypair", ...store, "-keyalg", "EC", "-groupname", "secp256r1", "-dname", `CN=${all[0]}`, "-ext", `san=${all.map((name) => `dns:${name}`)}`, "-validity", "2");
    const { publicKey } = new X509Certificate(run("-exportcert", "-rfc", ...store));
    const spki = createHash("sha256").update(publicKey.export({ type: "spki", format: "der" })).digest("base64");
    return { pfx: readFileSync(join(folder, "site.p12")), spki };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Hands a request on to a program of this machine, with further headers. Without an answer of it, the answer is 502. */
export function handOn(incoming, outgoing, port, further = {}) {
  const options = { host: "127.0.0.1", port, method: incoming.method, path: incoming.url, headers: { ...incoming.headers, ...further } };
  const passed = begin(options, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  passed.on("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  outgoing.on("close", () => passed.destroy());
  incoming.pipe(passed);
}

/** Lets a server listen on loopback. @returns how to stop it, with all its connections */
export async function listening(server, port) {
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
}

/**
 * What ends TLS in front of a site, as most are deployed: it hands on host, scheme and address of the browser.
 *
 * @param to a port, or the port of each host
 */
export async function tlsProxy({ pfx }, port, to) {
  const portOf = typeof to === "function" ? to : () => to;
  const server = createServer({ pfx, passphrase }, (incoming, outgoing) => {
    const forwarded = { "x-forwarded-host": incoming.headers.host, "x-forwarded-proto": "https", "x-forwarded-for": incoming.socket.remoteAddress };
    handOn(incoming, outgoing, portOf(incoming.headers.host), forwarded);
  });
  return { stop: await listening(server, port) };
}
