import { createServer } from "node:http";
import { encode, decode, keyId } from "../bridge/dist/token.js";
import { parseCookies, sessionToken, sign, toSetCookie } from "../bridge/dist/index.js";

export const secret = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

/** Serves a function of the web's own requests and responses on this machine. */
export async function listen(handler, port = 0) {
  const server = createServer(async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method,
      headers: new Headers(Object.entries(incoming.headers).filter(([name]) => name !== "transfer-encoding")),
      ...(chunks.length ? { body: Buffer.concat(chunks) } : {}),
    });
    const response = await handler(request, incoming.url);
    for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
    if (response.headers.getSetCookie().length) outgoing.setHeader("set-cookie", response.headers.getSetCookie());
    outgoing.writeHead(response.status).end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}`, stop };
}

/**
 * A core in one page of code: it verifies the bridge's signatures, keeps users in tokens, and records its calls.
 * Passwords: `right`, `locked` (with its own error code), `crash`; anything else is wrong.
 */
export async function fakeCore({ basePath = "/auth", pages = {}, maxAge = 3600, updateAge = 600, large = 0, delay = 0, hint = false, hooks, described = {} } = {}) {
  const calls = [];
  // Of sessions that can be ended: those that there are, those that have ended, and their user.
  const records = { sessions: [], ended: new Set(), user: null, down: false, held: undefined };
  const core = { calls, basePath, delay, elsewhere: [], described, ...records };
  const unavailable = (type) => Response.json({ cookies: [], error: { type, kind: "error", message: type, id: "1" } }, { status: 503 });

  async function handle(request, target) {
    if (core.delay) await new Promise((resolve) => setTimeout(resolve, core.delay));
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.startsWith(`${basePath}/`)) core.elsewhere.push(target);
    if (!pathname.startsWith(`${basePath}/`)) return Response.json({ error: "not found" }, { status: 404 });
    const body = await request.text();
    const headers = request.headers;
    const given = headers.get("x-cardea-bridge") ?? "";
    const [, mode, seconds] = given.split(".");
    const origin = `${headers.get("x-forwarded-proto") ?? ""}://${headers.get("x-forwarded-host") ?? ""}`;
    const cookie = headers.get("cookie") ?? undefined;
    const address = headers.get("x-forwarded-for") ?? undefined;
    const contentType = headers.get("content-type") ?? undefined;
    const wanted = await sign(mode, { method: request.method, target, body, cookie, origin, address, contentType }, secret, Number(seconds));
    if (given !== wanted) return Response.json({ error: "the signature is wrong" }, { status: 401 });
    const action = pathname.slice(basePath.length + 1);
    calls.push({ mode, method: request.method, action, target, body, origin, headers: Object.fromEntries(headers) });
    return mode === "forward" ? forward(action, origin, request, body) : told(mode, action, origin, request, body, searchParams);
  }

  const name = (origin) => `${origin.startsWith("https:") ? "__Secure-" : ""}authjs.session-token`;
  const options = (origin) => ({ path: "/", httpOnly: true, secure: origin.startsWith("https:"), sameSite: "lax" });

  async function session(origin, request) {
    const token = sessionToken(parseCookies(request.headers.get("cookie")), name(origin));
    return token ? decode({ token, secret, salt: name(origin) }).catch(() => null) : null;
  }

  async function kept(origin, claims) {
    const value = await encode({ token: claims, secret, salt: name(origin), maxAge });
    const expires = new Date(Date.now() + maxAge * 1000).toISOString();
    const parts = value.match(/.{1,3936}/g);
    if (parts.length === 1) return [{ name: name(origin), value, options: { ...options(origin), expires } }];
    return parts.map((part, i) => ({ name: `${name(origin)}.${i}`, value: part, options: { ...options(origin), expires } }));
  }

  const view = (claims) => ({
    user: { id: claims.sub, name: claims.name, email: claims.email },
    expires: new Date(claims.exp * 1000).toISOString(),
  });

  const gone = (origin, cookie) =>
    Array.from(parseCookies(cookie).keys())
      .filter((key) => key.startsWith(name(origin)))
      .map((key) => ({ name: key, value: "", options: { ...options(origin), maxAge: 0 } }));

  function providers(origin) {
    const at = (id, providerType, label) => ({
      id,
      name: label,
      type: providerType,
      signinUrl: `${origin}${basePath}/signin/${id}`,
      callbackUrl: `${origin}${basePath}/callback/${id}`,
    });
    return { acme: at("acme", "oauth", "Acme"), staff: at("staff", "credentials", "Staff"), passkey: at("passkey", "webauthn", "Passkey") };
  }

  async function told(mode, action, origin, request, body, query) {
    const json = (answer) => Response.json({ cookies: [], ...answer });
    const refused = (type, kind, more = {}) =>
      json({ redirect: `${origin}${basePath}/${kind === "signIn" ? "signin" : "error"}?error=${type}`, error: { type, kind, message: type, id: "1", ...more } });
    const fields = request.headers.get("content-type")?.includes("json") ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
    const to = fields.callbackUrl ? new URL(fields.callbackUrl, origin) : undefined;
    const redirect = to && (to.origin === origin ? to.href : origin);
    if (action === "providers") {
      const cookies = { sessionToken: name(origin), csrfToken: "csrf" };
      const about = { basePath, cookies, secureCookies: origin.startsWith("https:"), strategy: "jwt", maxAge, pages, hooks };
      const tokens = { updateAge, tokenMaxAge: maxAge, keys: [await keyId(secret, name(origin))], callbacks: {}, csrfChecked: true };
      const cookieOptions = { sessionToken: options(origin) };
      return json({ body: providers(origin), core: { ...about, ...tokens, cookieOptions, ...core.described } });
    }
    if (action === "session") {
      if (core.down) return unavailable("AdapterError");
      const claims = await session(origin, request);
      if (request.method === "POST") Object.assign(claims ?? {}, fields.data);
      if (mode === "read") return json({ body: claims && view(claims) });
      const cookie = request.headers.get("cookie");
      return json({ body: claims && view(claims), cookies: claims ? await kept(origin, claims) : gone(origin, cookie) });
    }
    if (action === "session-check" && core.described.strategy === "revocable" && mode === "read") {
      const id = (await session(origin, request))?.cardea?.sid;
      const isLive = id !== undefined && !core.ended.has(id);
      // What is asked now is answered as it is now, whenever the answer leaves.
      await core.held?.();
      return core.down ? unavailable("AdapterError") : json({ body: isLive ? { id: core.says ?? id, user: core.user } : null });
    }
    if (action === "sessions" && core.described.strategy === "revocable" && mode === "act") {
      const id = (await session(origin, request))?.cardea?.sid;
      if (id === undefined || core.ended.has(id)) return Response.json({ cookies: [], body: { error: "not signed in" } }, { status: 401 });
      const others = core.sessions.filter((each) => !core.ended.has(each));
      if (request.method === "GET") return json({ body: others.map((each) => ({ id: each, current: each === id, expires: "2099-01-01T00:00:00.000Z" })) });
      const ends = others.filter((each) => fields.end === "all" || each === fields.end || (fields.end === "others" && each !== id));
      for (const each of ends) core.ended.add(each);
      return json({ body: { ended: ends.length }, cookies: core.ended.has(id) ? gone(origin, request.headers.get("cookie")) : [] });
    }
    if (action === "signout") {
      const to = fields.federated === "true" ? `${origin}${basePath}/logout` : redirect;
      return json({ redirect: to, cookies: gone(origin, request.headers.get("cookie")) });
    }
    if (action === "signin/acme") {
      const state = { name: "authjs.state", value: "a|b", options: { ...options(origin), maxAge: 900 } };
      return json({ redirect: `https://id.acme.example/authorize?${query}`, cookies: [state] });
    }
    if (action === "callback/staff") {
      if (fields.password === "crash") {
        const cause = { name: "TypeError", message: "no such table", provider: "staff" };
        return refused("CallbackRouteError", "error", { cause });
      }
      if (fields.password === "often") {
        const answer = await refused("TooManyRequests", "error").json();
        return Response.json(answer, { status: 429, headers: { "retry-after": "42" } });
      }
      if (fields.password === "locked") return refused("CredentialsSignin", "signIn", { code: "locked" });
      if (fields.password !== "right") return refused("CredentialsSignin", "signIn", { code: "credentials" });
      const claims = { sub: "42", name: fields.username, email: "ada@example.com", ...(large ? { blob: "x".repeat(large) } : {}) };
      const left = { name: "authjs.logout-hint", value: "sealed", options: { ...options(origin), path: `${basePath}/logout` } };
      return json({ redirect, cookies: [...(hint ? [left] : []), ...(await kept(origin, claims))] });
    }
    return Response.json(await refused("UnknownAction", "error").json(), { status: 400 });
  }

  async function forward(action, origin, request, body) {
    if (action === "signin") {
      const page = `<!doctype html><a href="${basePath}/signin/acme?x=1">A</a><form action="${origin}${basePath}/callback/staff"></form><p>${basePath}/signin</p>`;
      return new Response(page, { headers: { "content-type": "text/html" } });
    }
    if (action === "providers") return Response.json(providers(origin));
    if (action === "csrf") {
      const headers = new Headers();
      headers.append("set-cookie", "csrf=a%7Cb; Path=/; HttpOnly");
      headers.append("set-cookie", "other=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT; Path=/");
      return Response.json({ csrfToken: "a" }, { headers });
    }
    if (action === "session") {
      const found = await session(origin, request);
      const claims = core.ended.has(found?.cardea?.sid) ? null : found;
      const headers = new Headers();
      if (claims) for (const cookie of await kept(origin, claims)) headers.append("set-cookie", toSetCookie(cookie));
      return Response.json(claims && { user: { name: claims.name }, url: `${origin}${basePath}/mine`, expires: "x" }, { headers });
    }
    if (action === "logout") {
      const headers = new Headers({ location: "https://id.acme.example/logout" });
      const paths = [`${basePath}/logout`, "/", basePath, `${basePath}/callback`, `${basePath}ors`];
      for (const path of paths) headers.append("set-cookie", `hint=; Max-Age=0; Path=${path}; HttpOnly`);
      return new Response(null, { status: 302, headers });
    }
    if (action === "sessions") {
      const { end, csrfToken } = JSON.parse(body);
      if (csrfToken === "wrong") return Response.json({ error: "MissingCSRF" }, { status: 403 });
      core.ended.add(end);
      return Response.json({ ended: 1 });
    }
    const location = `${origin}${basePath}/signin?error=MissingCSRF`;
    if (request.headers.get("x-auth-return-redirect")) return Response.json({ url: location });
    return new Response(body, { status: 302, headers: { location } });
  }

  const server = await listen(handle);
  return Object.assign(core, server);
}
