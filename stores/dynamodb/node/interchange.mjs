// Runs the reference's adapter: node interchange.mjs URL TABLE write|read|rows. Answers with one line of JSON.
import { DynamoDBAdapter } from "@auth/dynamodb-adapter"
import { DynamoDB, ScanCommand } from "@aws-sdk/client-dynamodb"
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb"

const [endpoint, tableName, what] = process.argv.slice(2)
const dynamo = new DynamoDB({ endpoint, region: "us-east-1", credentials: { accessKeyId: "test", secretAccessKey: "test" } })
const client = DynamoDBDocument.from(dynamo, {
  marshallOptions: { convertEmptyValues: false, removeUndefinedValues: true, convertClassInstanceToMap: true },
})
const adapter = DynamoDBAdapter(client, { tableName })
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

/** The items as they lie there, with their types, without ours; ids by what they stand for. */
async function rows() {
  const { Items } = await dynamo.send(new ScanCommand({ TableName: tableName }))
  const theirs = Items.filter((item) => !item.pk.S.startsWith("CARDEA#"))
  const user = theirs.find((item) => item.type.S === "USER").id.S
  let text = JSON.stringify(theirs.map(sorted).sort((a, b) => (a.sk.S < b.sk.S ? -1 : 1)))
  text = text.replaceAll(user, "USER").replaceAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"UUID"')
  return { rows: JSON.parse(text).sort((a, b) => (a.sk.S < b.sk.S ? -1 : 1)) }
}

const sorted = (item) => Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))

console.log(JSON.stringify(await { write, read, rows }[what]()))
dynamo.destroy()
