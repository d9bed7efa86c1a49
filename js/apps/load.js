import { Agent, request as begin } from "node:http";

/** A connection for each of those that ask at once. */
export const connections = (many) => new Agent({ keepAlive: true, maxSockets: many });

/** Asks once. @returns status, text and milliseconds; a request that takes longer than the limit fails */
export function ask(agent, url, cookie, limit = 30_000) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const headers = { accept: "text/html,application/json", ...(cookie ? { cookie } : {}) };
    const asked = begin(url, { agent, host: "127.0.0.1", headers }, async (answer) => {
      let text = "";
      for await (const chunk of answer.setEncoding("utf8")) text += chunk;
      resolve({ status: answer.statusCode, headers: answer.headers, text, took: performance.now() - began });
    });
    asked.setTimeout(limit, () => asked.destroy(new Error(`${url} took more than ${limit} ms`)));
    // A server may close a connection that was kept just when it is used again.
    asked.on("error", (error) => (asked.reusedSocket && error.code === "ECONNRESET" ? resolve(ask(agent, url, cookie, limit)) : reject(error))).end();
  });
}

/** One after the other: the milliseconds of each. */
export async function oneByOne(agent, url, cookie, count) {
  const times = [];
  for (let i = 0; i < count; i++) times.push((await ask(agent, url, cookie)).took);
  return times;
}

/** As many at once, for some time: answers in a second. */
export async function atOnce(agent, url, cookie, many, milliseconds) {
  const began = performance.now();
  let answers = 0;
  const each = async () => {
    while (performance.now() - began < milliseconds) {
      await ask(agent, url, cookie);
      answers++;
    }
  };
  await Promise.all(Array.from({ length: many }, each));
  return (answers * 1000) / (performance.now() - began);
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
