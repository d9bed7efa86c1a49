// Calls an adapter of Auth.js and prints what it answers.
//   node adapter.mjs pg|drizzle-pg|drizzle-mysql|drizzle-sqlite URL
// Standard input has a list of calls, [["getUser", "1"], …]; standard output has the list of their results. A date is
// {"$date": text} in calls and results, and an exception is {"$error": message}.
import { text } from 'node:stream/consumers'
import { kinds } from './kinds.mjs'

const revived = (key, value) => (value && value.$date ? new Date(value.$date) : value)

/** JSON makes dates texts before a replacer sees them. */
function marked(value) {
  if (value instanceof Date) return { $date: value.toISOString() }
  if (Array.isArray(value)) return value.map(marked)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, marked(inner)]))
}

const [kind, url] = process.argv.slice(2)
const calls = JSON.parse(await text(process.stdin), revived)
const { adapter, close } = await kinds[kind](url)
const results = []
for (const [method, ...parameters] of calls) {
  try {
    results.push(marked(await adapter[method](...parameters)) ?? null)
  } catch (e) {
    results.push({ $error: String(e?.message ?? e) })
  }
}
await close()
process.stdout.write(JSON.stringify(results))
