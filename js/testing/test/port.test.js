import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { claim } from "../../server/port.js";
import { freePort } from "../process.js";

test("a free port is below those that the system gives away, and differs from the one before", async () => {
  const ports = [await freePort(), await freePort(), await freePort()];
  for (const port of ports) assert.ok(port >= 20_000 && port < 32_768, `${port}`);
  assert.equal(new Set(ports).size, 3);
});

test("a port in use on one address alone is left out", async () => {
  const before = await freePort();
  const taken = createServer();
  await new Promise((resolve) => taken.listen(before + 1, "127.0.0.1", resolve));
  assert.notEqual(await freePort(), before + 1);
  await new Promise((resolve) => taken.close(resolve));
});

test("each process has its own block of ports, by a socket that listens on the first one", async () => {
  const [one, other] = [await claim(7), await claim(7)];
  assert.ok(Math.abs(one - other) >= 256, `${one} and ${other}`);
  const lock = createServer();
  const { code } = await new Promise((resolve) => lock.on("error", resolve).listen(one, "127.0.0.1", resolve));
  assert.equal(code, "EADDRINUSE");
});
