// The reference on the same work: microseconds for each of decode, encode and GET session.
import { Auth } from "@auth/core"
import { decode, encode } from "@auth/core/jwt"

const secret = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-benchmarks"
const salt = "authjs.session-token"
const claims = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  picture: "https://example.com/ada.png",
  sub: "7f0c3c6e-2d0a-4d2a-8b64-2f9a1c5ad0b1",
}
const token = await encode({ token: claims, secret, salt })
const config = { providers: [], secret, trustHost: true, basePath: "/auth" }
const cookie = `authjs.callback-url=http%3A%2F%2Flocalhost; authjs.session-token=${token}`

async function measure(name, work) {
  for (let i = 0; i < 300; i++) await work()
  let count = 0
  const start = process.hrtime.bigint()
  while (process.hrtime.bigint() - start < 3_000_000_000n) {
    await work()
    count++
  }
  console.log(`reference ${name} ${(Number(process.hrtime.bigint() - start) / 1000 / count).toFixed(2)}`)
}

await measure("decode", () => decode({ token, secret, salt }))
await measure("encode", () => encode({ token: claims, secret, salt }))
await measure("getSession", () =>
  Auth(new Request("http://localhost/auth/session", { headers: { cookie } }), config))
