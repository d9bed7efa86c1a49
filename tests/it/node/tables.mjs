// An adapter in memory, written for these tests; Tables.java is its twin.
import { randomUUID } from "node:crypto"

const DATES = new Set(["expires", "emailVerified"])

export class Tables {
  users = []
  accounts = []
  sessions = []
  tokens = []

  load(seed) {
    for (const table of ["users", "accounts", "sessions", "tokens"]) {
      this[table] = (seed[table] ?? []).map((row) =>
        Object.fromEntries(Object.entries(row).map(([k, v]) => [k, DATES.has(k) && v !== null ? new Date(v) : v])),
      )
    }
  }

  dump() {
    const { users, accounts, sessions, tokens } = this
    return { users, accounts, sessions, tokens }
  }

  adapter() {
    const t = this
    const copy = (row) => (row ? { ...row } : null)
    const user = (id) => copy(t.users.find((u) => u.id === id))
    return {
      async createUser(data) {
        const row = { ...data, id: randomUUID() }
        t.users.push(row)
        return copy(row)
      },
      getUser: async (id) => user(id),
      getUserByEmail: async (email) => copy(t.users.find((u) => u.email === email)),
      async getUserByAccount({ provider, providerAccountId }) {
        const account = t.accounts.find((a) => a.provider === provider && a.providerAccountId === providerAccountId)
        return account ? user(account.userId) : null
      },
      async updateUser(change) {
        const row = t.users.find((u) => u.id === change.id)
        return copy(Object.assign(row, change))
      },
      async deleteUser(id) {
        t.users = t.users.filter((u) => u.id !== id)
      },
      async linkAccount(account) {
        t.accounts.push({ ...account })
        return account
      },
      async createSession(session) {
        t.sessions.push({ ...session })
        return { ...session }
      },
      async getSessionAndUser(sessionToken) {
        const session = t.sessions.find((s) => s.sessionToken === sessionToken)
        return session ? { session: { ...session }, user: user(session.userId) } : null
      },
      async updateSession(change) {
        const row = t.sessions.find((s) => s.sessionToken === change.sessionToken)
        return row ? copy(Object.assign(row, change)) : null
      },
      async deleteSession(sessionToken) {
        const row = t.sessions.find((s) => s.sessionToken === sessionToken)
        t.sessions = t.sessions.filter((s) => s !== row)
        return row ?? null
      },
      async createVerificationToken(token) {
        t.tokens.push({ ...token })
        return token
      },
      async useVerificationToken({ identifier, token }) {
        const row = t.tokens.find((x) => x.token === token && (identifier === undefined || x.identifier === identifier))
        t.tokens = t.tokens.filter((x) => x !== row)
        return row ?? null
      },
    }
  }
}
