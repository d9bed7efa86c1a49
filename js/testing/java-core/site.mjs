// A site whose core is a Java application: node site.mjs, with CARDEA_URL, AUTH_URL and AUTH_SECRET in the environment.
// sample
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { forwarder, Site, toSetCookie } from "@cardea/bridge";

const config = {
  basePath: "/api/auth",
  authorize: ({ username, password }) => (password === "open sesame" ? { id: `people/${username}`, name: username, role: "editor" } : null),
  profile: {
    keycloak: (profile) => ({ id: profile.sub, name: profile.name, email: profile.email, role: "reader" }),
  },
  callbacks: {
    signIn: ({ user }) => user.name !== "mallory",
    jwt: ({ token, user }) => (user ? { ...token, role: user.role } : token),
    session: ({ session, token }) => ({ ...session, user: { ...session.user, role: token.role } }),
  },
  events: {
    signIn: ({ user }) => console.log(`signed in: ${user.name}`),
  },
};
const sign = forwarder(config); // sign-in, sign-out, and the hooks at /api/auth/hooks
const site = new Site(config, config.basePath);

async function page(request, address) {
  const { session, cookies } = await site.keep(site.visitor(request.headers, request.url, address));
  const response = Response.json(session?.user ?? null);
  for (const cookie of cookies) response.headers.append("set-cookie", toSetCookie(cookie));
  return response;
}

/** Turns a request of Node into a web-standard one. */
function requestOf({ method, url, headers, socket }, body) {
  const all = new Headers(Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => [name, value])));
  const address = new URL(url, `http://${headers.host ?? socket.localAddress}`);
  return new Request(address, { method, headers: all, ...(method === "GET" || method === "HEAD" ? {} : { body, duplex: "half" }) });
}

createServer(async (incoming, outgoing) => {
  const request = requestOf(incoming, Readable.toWeb(incoming));
  const address = incoming.socket.remoteAddress;
  const response = (await sign(request, address)) ?? (await page(request, address));
  outgoing.setHeaders(response.headers).writeHead(response.status);
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}).listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => console.log("the site listens"));
// end
