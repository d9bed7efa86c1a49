// Runs the reference's adapter: node interchange.mjs URL DATABASE write|read|rows. Answers with one line of JSON.
import { MongoDBAdapter } from "@auth/mongodb-adapter"
import { BSON, MongoClient } from "mongodb"

const [url, databaseName, what] = process.argv.slice(2)
const client = new MongoClient(url)
const adapter = MongoDBAdapter(client, { databaseName })
const verified = new Date("2026-01-31T12:00:00.123Z")
const expires = new Date("2099-12-24T18:30:15.123Z")

async function write() {
  const user = await adapter.createUser({
    id: crypto.randomUUID(), name: "Ada", email: "ada@example.com", emailVerified: verified, image: null, role: "admin",
  })
  await adapter.linkAccount({
    userId: user.id, type: "oauth", provider: "github", providerAccountId: "42", access_token: "at", refresh_token: "rt",
    expires_at: 1767225600, token_type: "bearer", scope: "user", id_token: "it", session_state: "ss", extra: { deep: [1, 2.5, true, null] },
  })
  await adapter.createSession({ sessionToken: "t1", userId: user.id, expires })
  await adapter.createVerificationToken({ identifier: "ada@example.com", token: "c0ffee", expires })
  return { id: user.id }
}

async function read() {
  const user = await adapter.getUserByEmail("ada@example.com")
  const byAccount = await adapter.getUserByAccount({ provider: "github", providerAccountId: "42" })
  const byId = await adapter.getUser(user.id)
  const both = await adapter.getSessionAndUser("t1")
  const later = await adapter.updateSession({ sessionToken: "t1", expires: new Date("2100-01-01T00:00:00.000Z") })
  const renamed = await adapter.updateUser({ id: user.id, name: "Countess" })
  const used = await adapter.useVerificationToken({ identifier: "ada@example.com", token: "c0ffee" })
  const again = await adapter.useVerificationToken({ identifier: "ada@example.com", token: "c0ffee" })
  return { user, byAccount, byId, both, later, renamed, used, again }
}

/** The documents as they lie there, with their types; ids by what they stand for. */
async function rows() {
  const database = client.db(databaseName)
  const all = {}
  for (const name of ["users", "accounts", "sessions", "verification_tokens"]) {
    all[name] = await database.collection(name).find().toArray()
  }
  const user = all.users[0]._id
  for (const row of Object.values(all).flat()) {
    row._id = row._id.equals(user) ? "USER" : row._id.constructor.name
    if (row.userId) row.userId = row.userId.equals(user) ? "USER" : "another"
  }
  return BSON.EJSON.serialize(all, { relaxed: false })
}

console.log(JSON.stringify(await { write, read, rows }[what]()))
await client.close()
