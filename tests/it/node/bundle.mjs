// Bundles client.jsx, or the entry that is named, into the file that the first line of standard input names.
import { createInterface } from "node:readline"
import { build } from "esbuild"

const { outfile, entry = "client.jsx" } = JSON.parse((await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next()).value)
await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
  logLevel: "error",
})
console.log("{}")
process.exit(0)
