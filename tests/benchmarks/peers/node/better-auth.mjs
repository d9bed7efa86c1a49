// better-auth on PostgreSQL behind Node's own HTTP server; no password is hashed. Arguments: port, database, cookie cache.
import { createServer } from "node:http"
import { betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { toNodeHandler } from "better-auth/node"
import pg from "pg"

const [port, database, cache] = process.argv.slice(2)
const options = {
  baseURL: `http://127.0.0.1:${port}`,
  basePath: "/auth",
  secret: "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-benchmarks",
  database: new pg.Pool({ connectionString: database, max: 10 }),
  telemetry: { enabled: false },
  rateLimit: { enabled: false },
  session: { cookieCache: { enabled: cache === "cache", maxAge: 300 } },
  emailAndPassword: {
    enabled: true,
    password: { hash: async (it) => it, verify: async ({ hash, password }) => hash === password },
  },
}
const auth = betterAuth(options)
const { runMigrations } = await getMigrations(options)
await runMigrations()
const routes = toNodeHandler(auth)
createServer(async (req, res) => {
  if (req.url !== "/me") return routes(req, res)
  const session = await auth.api.getSession({ headers: new Headers({ cookie: req.headers.cookie ?? "" }) })
  res.setHeader("content-type", "application/json")
  res.end(JSON.stringify({ name: session?.user.name }))
}).listen(Number(port), "127.0.0.1")
