// Judges addresses as browsers do, with the URL parser of the WHATWG: a line with a list of them is answered by the
// list of the origins they lead to, from a page of the base in the first line, or null for what is no address.
import { createInterface } from "node:readline"

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const { base } = JSON.parse((await lines.next()).value)
console.log("{}")
for await (const line of { [Symbol.asyncIterator]: () => lines }) {
  const origins = JSON.parse(line).map((address) => {
    try {
      const url = new URL(address, base)
      return url.username || url.password ? "userinfo" : url.origin
    } catch {
      return null
    }
  })
  console.log(JSON.stringify(origins))
}
