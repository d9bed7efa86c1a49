// A certified OpenID provider, npm's oidc-provider, on this machine.
//
// First line of standard input: {"clients": […], "conform": bool}. First line of standard output: {"port": n}.
// The line {"rotate": true} gives it new keys, {"calls": true} asks how often each path was called. It ends when its
// standard input does. Every visitor is signed in as the login_hint says.
import { createServer } from "node:http"
import { createInterface } from "node:readline"
import { once } from "node:events"
import { exportJWK, generateKeyPair } from "jose"
import { Provider } from "oidc-provider"

const PEOPLE = {
  ada: { name: "Ada Lovelace", email: "ada@example.com", email_verified: true, picture: "https://img.example/ada.png" },
  bob: { name: "Bob", email: "bob@example.com", email_verified: false },
}

async function keys() {
  const all = []
  for (const alg of ["RS256", "ES256"]) {
    const { privateKey } = await generateKeyPair(alg, { extractable: true })
    all.push({ ...(await exportJWK(privateKey)), alg, use: "sig", kid: `${alg}-${Date.now()}-${all.length}` })
  }
  return { keys: all }
}

async function providerOf(issuer, config) {
  const provider = new Provider(issuer, {
    clients: config.clients,
    jwks: await keys(),
    cookies: { keys: ["for these tests only"] },
    claims: { openid: ["sub"], profile: ["name", "picture"], email: ["email", "email_verified"] },
    conformIdTokenClaims: config.conform === true,
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt", "none"],
    enabledJWA: { idTokenSigningAlgValues: ["RS256", "ES256"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // The provider sends nothing to this machine otherwise, where the sites of the tests are, and gives up after 2.5 s.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined, signal: undefined }),
    interactions: { url: (ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 3600, IdToken: 3600, Interaction: 600, Session: 3600 },
    async findAccount(ctx, id) {
      return PEOPLE[id] && { accountId: id, claims: async () => ({ sub: id, ...PEOPLE[id] }) }
    },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({ clientId: ctx.oidc.client.clientId, accountId: ctx.oidc.session.accountId })
      grant.addOIDCScope("openid profile email")
      await grant.save()
      return grant
    },
    async renderError(ctx, out) {
      ctx.type = "text"
      ctx.body = `${out.error}: ${out.error_description}`
    },
  })
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith("/interaction/")) return next()
    const { params } = await provider.interactionDetails(ctx.req, ctx.res)
    const login = { accountId: params.login_hint ?? "ada" }
    await provider.interactionFinished(ctx.req, ctx.res, { login }, { mergeWithLastSubmission: false })
    ctx.respond = false
  })
  for (const event of ["server_error", "authorization.error", "grant.error", "userinfo.error", "backchannel.error"]) {
    provider.on(event, (ctx, e) => console.error(event, e.error ?? "", e.error_description ?? e.message, e.error_detail ?? ""))
  }
  return provider
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const config = JSON.parse((await lines.next()).value)
const calls = {}
let handle
const server = createServer((req, res) => {
  const path = req.url.split("?")[0].replace(/^(\/(?:auth|interaction))\/.*/, "$1")
  calls[path] = (calls[path] ?? 0) + 1
  handle(req, res)
})
server.listen(0, "127.0.0.1")
await once(server, "listening")
const { port } = server.address()
const issuer = `http://localhost:${port}`
handle = (await providerOf(issuer, config)).callback()
console.log(JSON.stringify({ port }))
for await (const line of { [Symbol.asyncIterator]: () => lines }) {
  const task = JSON.parse(line)
  if (task.rotate) handle = (await providerOf(issuer, config)).callback()
  console.log(JSON.stringify(task.calls ? calls : {}))
}
process.exit(0)
