// Bundles client.jsx into the file that the first line of standard input names.
import { createInterface } from "node:readline"
import { build } from "esbuild"

const { outfile } = JSON.parse((await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next()).value)
await build({
  entryPoints: ["client.jsx"],
  outfile,
  bundle: true,
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
  logLevel: "error",
})
console.log("{}")
process.exit(0)
