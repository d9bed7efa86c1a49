// node node.js
import { createServer } from "node:http";
import { respond, sign } from "./app.js";

// sample
import { Readable } from "node:stream";

/** Turns a request of Node into a web-standard one; returns undefined if it is malformed. */
function requestOf(incoming) {
  const { method, url, headers, rawHeaders } = incoming;
  const all = new Headers();
  try {
    for (let i = 0; i < rawHeaders.length; i += 2) all.append(rawHeaders[i], rawHeaders[i + 1]);
    const more = method === "GET" || method === "HEAD" ? {} : { body: Readable.toWeb(incoming), duplex: "half" };
    return new Request(`http://${headers.host}${url}`, { method, headers: all, ...more });
  } catch {
    return undefined;
  }
}

createServer(async (incoming, outgoing) => {
  const request = requestOf(incoming);
  const address = incoming.socket.remoteAddress;
  const response = request ? ((await sign(request, address)) ?? (await respond(request, address))) : new Response(null, { status: 400 });
  outgoing.setHeaders(response.headers).writeHead(response.status);
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}).listen(3000, "127.0.0.1");
// end
