// Resolves addresses as browsers do, with the WHATWG URL parser. The first line is the address of a page. Each further
// line is a list of addresses, and is answered by the list of their origins, with null for an invalid address.
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
