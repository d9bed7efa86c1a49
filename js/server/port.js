import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const FIRST = 20_000;
const BLOCK = 256;
/** Linux gives away the ports from 32,768 on; other systems begin higher. */
const BLOCKS = Math.floor((32_768 - FIRST) / BLOCK);

let own;
let offset = 0;

/**
 * A port on which nothing listens, for a program that needs its port before it starts. It lies below those that operating
 * systems give away, so no other program and no outgoing connection takes it by chance while the program starts.
 *
 * Each process has its own block of ports, so no other process gets the same ones. It listens on the first port of the
 * block until it ends. Java's `FreePorts` takes blocks in the same way.
 */
export async function freePort() {
  const first = await (own ??= claim(randomInt(BLOCKS)));
  for (let tries = 1; tries < BLOCK; tries++) {
    offset = (offset % (BLOCK - 1)) + 1;
    const port = first + offset;
    const server = await listen(port);
    if (!server) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw noneFrom(first, BLOCK);
}

/** Takes this block of ports, or the next one that no process has; the first port of it. */
export async function claim(from) {
  for (let block = from; block < from + BLOCKS; block++) {
    const port = FIRST + (block % BLOCKS) * BLOCK;
    if ((await listen(port, "127.0.0.1"))?.unref()) return port;
  }
  throw noneFrom(FIRST, BLOCKS * BLOCK);
}

/** A server on this port, or undefined where the port is in use. */
function listen(port, address) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", (error) => (error.code === "EADDRINUSE" || error.code === "EACCES" ? resolve() : reject(error)));
    server.listen(port, address, () => resolve(server));
  });
}

const noneFrom = (port, count) => new Error(`no port from ${port} to ${port + count - 1} is free`);
