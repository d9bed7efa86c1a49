// An application that answers the server's hooks: checks a password, adds a role, shows it. Argument: the port.
import { createServer } from "node:http"

const answers = {
  "/hooks/callbacks/authorize": ({ credentials }) =>
    credentials.password === "secret" ? { id: "1", name: "ada", email: "ada@example.com" } : null,
  "/hooks/callbacks/jwt": ({ token, user }) => (user ? { ...token, role: "reader" } : token),
  "/hooks/callbacks/session": ({ session, token }) => ({ ...session, role: token.role }),
}

createServer(async (req, res) => {
  const body = []
  for await (const chunk of req) body.push(chunk)
  // It describes nothing: cardea.yml lists what it answers.
  if (!answers[req.url]) return res.writeHead(404).end()
  const result = answers[req.url](JSON.parse(Buffer.concat(body)))
  const text = JSON.stringify({ result })
  res.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
  res.end(text)
}).listen(Number(process.argv[2]), "127.0.0.1")
