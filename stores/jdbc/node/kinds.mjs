// The adapters of Auth.js, each on a database.
export const kinds = {
  async pg(url) {
    const { default: pg } = await import('pg')
    const { default: PostgresAdapter } = await import('@auth/pg-adapter')
    const pool = new pg.Pool({ connectionString: url })
    return { adapter: PostgresAdapter(pool), close: () => pool.end() }
  },
  async 'drizzle-pg'(url) {
    const { default: pg } = await import('pg')
    const { drizzle } = await import('drizzle-orm/node-postgres')
    const pool = new pg.Pool({ connectionString: url })
    return { adapter: await drizzled(drizzle(pool)), close: () => pool.end() }
  },
  async 'drizzle-mysql'(url) {
    const { default: mysql } = await import('mysql2/promise')
    const { drizzle } = await import('drizzle-orm/mysql2')
    const pool = mysql.createPool(url)
    return { adapter: await drizzled(drizzle(pool)), close: () => pool.end() }
  },
  async 'drizzle-sqlite'(url) {
    const { createClient } = await import('@libsql/client')
    const { drizzle } = await import('drizzle-orm/libsql')
    const client = createClient({ url })
    return { adapter: await drizzled(drizzle(client)), close: () => client.close() }
  },
}

async function drizzled(database) {
  const { DrizzleAdapter } = await import('@auth/drizzle-adapter')
  return DrizzleAdapter(database)
}
