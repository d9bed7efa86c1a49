// An application on Auth.js with one of its adapters, on a port of this machine.
//   node application.mjs pg|drizzle-pg URL
// First line of standard input: {"origin", "basePath", "secret", "providers": [{"id", …}]}. First line of standard output:
// {"database": port, "jwt": port}, the same application with sessions of either kind. It ends when its standard input does.
// /mails answers with the mails that it would have sent.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Auth } from '@auth/core'
import { kinds } from './kinds.mjs'

const [kind, url] = process.argv.slice(2)
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const site = JSON.parse((await lines.next()).value)
const { adapter } = await kinds[kind](url)
const mails = []

const configOf = (strategy) => ({
  basePath: site.basePath,
  secret: site.secret,
  trustHost: true,
  adapter,
  session: { strategy },
  providers: [
    ...site.providers.map((provider) => ({ ...provider, type: 'oidc', checks: ['pkce', 'state', 'nonce'] })),
    {
      id: 'email',
      name: 'Email',
      type: 'email',
      from: 'no-reply@app.example',
      maxAge: 86400,
      sendVerificationRequest: async ({ identifier, url }) => void mails.push({ identifier, url }),
    },
  ],
  callbacks: {
    session: ({ session, user, token }) => ({
      expires: session.expires,
      user: {
        id: String(user?.id ?? token.sub),
        name: session.user.name,
        email: session.user.email,
        image: session.user.image,
      },
    }),
  },
  logger: { error: (e) => console.error(`Auth.js: ${e.type ?? e.stack}`), warn() {}, debug() {} },
})

async function serve(strategy) {
  const config = configOf(strategy)
  const server = createServer(async (req, res) => {
    const chunks = []
    for await (const chunk of req) chunks.push(chunk)
    if (req.url === '/mails') return res.end(JSON.stringify({ mails }))
    const answer = await Auth(
      new Request(site.origin + req.url, {
        method: req.method,
        headers: Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
        ...(req.method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
      }),
      config,
    )
    for (const [name, value] of answer.headers) if (name !== 'set-cookie') res.setHeader(name, value)
    res.setHeader('set-cookie', answer.headers.getSetCookie())
    res.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address().port
}

console.log(JSON.stringify({ database: await serve('database'), jwt: await serve('jwt') }))
for await (const line of { [Symbol.asyncIterator]: () => lines }) console.error('unexpected: ' + line)
process.exit(0)
