// The reference itself, @auth/core, behind a plain HTTP server on this machine, beside which Cardea is compared.
//
// First line of standard input: {"sites": {"<name>": {…}}}. First line of standard output: {"<name>": <port>, …}.
// It ends when its standard input does. A POST to /~it sets a site's rows and answers with what they were;
// a line {"encode"|"decode": …} on standard input is answered by a line.
import { createServer } from "node:http"
import { createInterface } from "node:readline"
import { once } from "node:events"
import { Auth } from "@auth/core"
import { CredentialsSignin } from "@auth/core/errors"
import { decode, encode } from "@auth/core/jwt"
import { Tables } from "./tables.mjs"

class Locked extends CredentialsSignin {
  code = "locked out"
}

const SILENT = { error() {}, warn() {}, debug() {} }

/**
 * The reference reads the clock once for the time at which a token was made, and again for its end. All of one step sees
 * the same time, so no second begins in between.
 */
const Clock = globalThis.Date
let time
function now() {
  if (time === undefined) {
    time = Clock.now()
    queueMicrotask(() => (time = undefined))
  }
  return time
}
globalThis.Date = new Proxy(Clock, {
  construct: (target, args) => Reflect.construct(target, args.length > 0 ? args : [now()]),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
})

/** The configuration that Site.java's twin in Java has. */
function configOf(site, tables, mails, log) {
  const providers = []
  for (const op of site.ops ?? []) {
    providers.push({
      id: op.id,
      name: op.name,
      type: op.type,
      clientId: op.clientId,
      clientSecret: op.clientSecret,
      checks: op.checks,
      ...(op.type === "oidc" ? { issuer: op.issuer } : {}),
      ...(op.authorization ? { authorization: op.authorization, token: op.token, userinfo: op.userinfo } : {}),
      ...(op.client ? { client: op.client } : {}),
      ...(op.linking ? { allowDangerousEmailAccountLinking: true } : {}),
      ...(op.idToken === false ? { idToken: false } : {}),
    })
  }
  if (site.credentials) {
    providers.push({
      id: "credentials",
      name: "Credentials",
      type: "credentials",
      credentials: { username: { label: "User", type: "text" }, password: { label: "Password", type: "password" } },
      authorize(credentials) {
        if (credentials.password === "locked") throw new Locked()
        if (credentials.password === "boom") throw new Error("the user store is away")
        if (credentials.password !== "correct horse") return null
        return { id: "42", name: credentials.username, email: credentials.email }
      },
    })
  }
  if (site.email) {
    providers.push({
      id: "email",
      name: "Email",
      type: "email",
      from: "no-reply@app.example",
      maxAge: 86400,
      async sendVerificationRequest({ identifier, url }) {
        mails.push({ identifier, url })
      },
    })
  }
  return {
    basePath: site.basePath,
    secret: site.secret,
    trustHost: true,
    providers,
    ...(site.pages ? { pages: site.pages } : {}),
    useSecureCookies: site.useSecureCookies,
    session: { ...(site.strategy ? { strategy: site.strategy } : {}), ...(site.maxAge ? { maxAge: site.maxAge } : {}) },
    ...(tables ? { adapter: tables.adapter() } : {}),
    logger: { ...SILENT, error: (e) => log.push(`${e.type ?? e.name}: ${e.message}`) },
    ...(site.callbacks ? { callbacks: callbacks() } : {}),
  }
}

function callbacks() {
  return {
    signIn({ user }) {
      if (user.name === "banned" || user.email?.startsWith("banned")) return false
      if (user.name === "away" || user.email?.startsWith("away")) return "/away?from=sign-in"
      return true
    },
    jwt({ token, user, trigger, session }) {
      if (user) token.role = user.name === "root" ? "admin" : "guest"
      if (trigger === "update" && typeof session?.name === "string") token.name = session.name
      if (token.name === "gone") return null
      return token
    },
    session({ session, token }) {
      const shown = { user: {}, expires: session.expires?.toISOString?.() ?? session.expires }
      for (const key of ["name", "email", "image"]) if (key in session.user) shown.user[key] = session.user[key]
      if (token) shown.role = token.role
      return shown
    },
  }
}

/** A site and its server. */
async function serve(name, site) {
  const tables = site.adapter ? new Tables() : undefined
  const mails = []
  const log = []
  const config = () => configOf(site, tables, mails, log)
  const server = createServer({ maxHeaderSize: 256 * 1024 }, async (req, res) => {
    const chunks = []
    for await (const chunk of req) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    try {
      if (req.url === "/~it") return control(tables, mails, log, body, res)
      await answer(site, config(), req, body, res)
    } catch (e) {
      res.writeHead(599, { "content-type": "text/plain" }).end(String(e.stack))
    }
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return server.address().port
}

function control(tables, mails, log, body, res) {
  const state = { ...(tables?.dump() ?? {}), mails: [...mails], log: [...log] }
  const seed = body.length > 0 ? JSON.parse(body.toString()) : undefined
  if (seed) {
    tables?.load(seed)
    mails.length = 0
  }
  log.length = 0
  res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(state))
}

async function answer(site, config, req, body, res) {
  const headers = new Headers()
  for (let i = 0; i < req.rawHeaders.length; i += 2) headers.append(req.rawHeaders[i], req.rawHeaders[i + 1])
  const request = new Request(site.origin + req.url, {
    method: req.method,
    headers,
    ...(["GET", "HEAD"].includes(req.method) || body.length === 0 ? {} : { body }),
  })
  const response = await Auth(request, config)
  const fields = []
  for (const [key, value] of response.headers) if (key !== "set-cookie") fields.push(key, value)
  for (const cookie of response.headers.getSetCookie()) fields.push("set-cookie", cookie)
  const bytes = Buffer.from(await response.arrayBuffer())
  res.writeHead(response.status, [...fields, "content-length", String(bytes.length)]).end(bytes)
}

async function token(task) {
  try {
    if (task.encode) return { token: await encode(task.encode) }
    return { claims: await decode(task.decode) }
  } catch (e) {
    return { error: `${e.name}: ${e.message}` }
  }
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const first = await lines.next()
const { sites } = JSON.parse(first.value)
const ports = {}
for (const [name, site] of Object.entries(sites)) ports[name] = await serve(name, site)
console.log(JSON.stringify(ports))
for await (const line of { [Symbol.asyncIterator]: () => lines }) {
  const answers = []
  for (const task of JSON.parse(line)) answers.push(await token(task))
  process.stdout.write(JSON.stringify(answers) + "\n")
}
process.exit(0)
