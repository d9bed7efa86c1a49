// @auth/core behind Node's own HTTP server: a credentials form and token sessions. Argument: the port.
import { createServer } from "node:http"
import { Auth } from "@auth/core"
import Credentials from "@auth/core/providers/credentials"

const config = {
  basePath: "/auth",
  secret: "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-benchmarks",
  trustHost: true,
  providers: [
    Credentials({
      credentials: { username: {}, password: {} },
      authorize: ({ password }) => (password === "secret" ? { id: "1", name: "ada", email: "ada@example.com" } : null),
    }),
  ],
}

createServer(async (req, res) => {
  const body = []
  for await (const chunk of req) body.push(chunk)
  const request = new Request(`http://${req.headers.host}${req.url}`, {
    method: req.method,
    headers: Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
    body: body.length ? Buffer.concat(body) : undefined,
  })
  const answer = await Auth(request, config)
  res.statusCode = answer.status
  for (const [name, value] of answer.headers) if (name !== "set-cookie") res.setHeader(name, value)
  res.setHeader("set-cookie", answer.headers.getSetCookie())
  res.end(Buffer.from(await answer.arrayBuffer()))
}).listen(Number(process.argv[2]), "127.0.0.1")
