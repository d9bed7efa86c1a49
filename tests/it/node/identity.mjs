// Verifies identity tokens as an application does, with jose: a line of JSON in, a line of JSON out.
import { createRemoteJWKSet, jwtVerify } from "jose"
import { createInterface } from "node:readline"

for await (const line of createInterface({ input: process.stdin })) {
  const { site, token, audience } = JSON.parse(line)
  try {
    const keys = createRemoteJWKSet(new URL(`${site}/auth/jwks`))
    const { payload } = await jwtVerify(token, keys, { issuer: `${site}/auth`, audience })
    console.log(JSON.stringify({ sub: payload.sub, roles: payload.roles }))
  } catch (error) {
    console.log(JSON.stringify({ error: error.code ?? String(error) }))
  }
}
