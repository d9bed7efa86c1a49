import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer as httpServer } from "node:http";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const docs = join(dirname(fileURLToPath(import.meta.url)), "../..");
let api;
let vite;

before(async () => {
  api = httpServer((request, response) => response.end(request.headers.host + " " + request.url));
  await new Promise((listening) => api.listen(0, "127.0.0.1", listening));
  const page = readFileSync(join(docs, "guides/single-page-application.md"), "utf8");
  const sample = /^```ts\n(.*?)^```$/ms.exec(page)[1];
  const folder = join(docs, "target/vite-proxy");
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "vite.config.mjs");
  writeFileSync(config, sample.replace("http://localhost:8080", "http://127.0.0.1:" + api.address().port));
  vite = await createServer({ configFile: config, root: folder, logLevel: "silent", server: { port: 0, host: "127.0.0.1" } });
  await vite.listen();
});

after(async () => {
  await vite?.close();
  api?.close();
});

test("Vite forwards the paths of the guide, with the Host of the browser", async () => {
  const host = "127.0.0.1:" + vite.httpServer.address().port;
  for (const path of ["/auth/session", "/api/notes?a=b"]) {
    const response = await fetch("http://" + host + path);
    assert.equal(await response.text(), host + " " + path);
  }
});
