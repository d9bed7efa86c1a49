import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const FIRST = 20_000;
/** Linux gives away the ports from this one on; other systems begin higher. */
const END = 32_768;

let next = randomInt(FIRST, END);

/**
 * A port on which nothing listens, for a program that needs its port before it starts. It lies below those that operating
 * systems give away, so no other program and no outgoing connection takes it by chance while the program starts.
 */
export async function freePort() {
  for (let tries = FIRST; tries < END; tries++) {
    next = next + 1 < END ? next + 1 : FIRST;
    const port = next;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST} to ${END - 1} is free`);
}

function isFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", (error) => (error.code === "EADDRINUSE" || error.code === "EACCES" ? resolve(false) : reject(error)));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
