// The reference reads random sessions of the same rows: node sessions.mjs URL rows at-once warm-up-ms measured-ms
import pg from "pg"
import { Auth } from "@auth/core"
import PostgresAdapter from "@auth/pg-adapter"

const [url, ...numbers] = process.argv.slice(2)
const [rows, atOnce, warmUp, measured] = numbers.map(Number)
const pool = new pg.Pool({ connectionString: url, max: atOnce })
const config = {
  adapter: PostgresAdapter(pool),
  providers: [],
  secret: "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-benchmarks",
  trustHost: true,
  basePath: "/auth",
}

async function visit(end, times) {
  while (performance.now() < end) {
    const who = 1 + Math.floor(Math.random() * rows)
    const cookie = `authjs.callback-url=http%3A%2F%2Flocalhost; authjs.session-token=s-${who}`
    const start = performance.now()
    const answer = await Auth(new Request("http://localhost/auth/session", { headers: { cookie } }), config)
    const body = await answer.text()
    times.push(performance.now() - start)
    if (!body.includes(`"ada${who}@example.com"`)) throw new Error(body)
  }
}

async function run(length) {
  const times = []
  const end = performance.now() + length
  await Promise.all(Array.from({ length: atOnce }, () => visit(end, times)))
  return times.sort((a, b) => a - b)
}

await run(warmUp)
const times = await run(measured)
const us = (ms) => (ms * 1000).toFixed(0).padStart(9)
console.log(
  `reference, PostgreSQL, ${rows}`.padEnd(28),
  (times.length / (measured / 1000)).toFixed(0).padStart(10),
  us(times.reduce((a, b) => a + b, 0) / times.length),
  us(times[Math.floor(times.length / 2)]),
  us(times[Math.floor(times.length * 0.99)]),
)
await pool.end()
