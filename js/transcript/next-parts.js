// The site on Next's own parts, in plain node: what `next start` runs for each kind of file, without the build.
import "./resolve.js";
import { createServer } from "node:http";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { AppRouteRouteModule } = require("next/dist/server/route-modules/app-route/module.compiled");
const { RouteKind } = require("next/dist/server/route-kind");
const { NodeNextRequest, NodeNextResponse } = require("next/dist/server/base-http/node");
const { NextRequestAdapter, signalFromNodeResponse } = require("next/dist/server/web/spec-extension/adapters/next-request");
const { addRequestMeta } = require("next/dist/server/request-meta");
const { sendResponse } = require("next/dist/server/send-response");
const { adapter } = require("next/dist/server/web/adapter");
const { apiResolver } = require("next/dist/server/api-utils/node/api-resolver");

const routes = [
  [/^\/api\/auth\/(?<nextauth>.+)$/, "api/auth/[...nextauth]"],
  [/^\/lazy\/(?<nextauth>.+)$/, "lazy/[...nextauth]"],
  [/^\/(observed|act|who|wrapped|lazily-wrapped|echoed)$/, "$1"],
  [/^\/(guarded|around|lazily)(\/(?<path>.+))?$/, "$1/[[...path]]"],
];
const guarded = /^\/(guarded|around|lazily)(\/|$)/;
const previewProps = { previewModeId: "0".repeat(32), previewModeSigningKey: "0".repeat(64), previewModeEncryptionKey: "0".repeat(64) };

const modules = new Map();

async function routeModule(folder) {
  if (!modules.has(folder)) {
    const userland = await import(`./site/app/${folder}/route.js`);
    const definition = { kind: RouteKind.APP_ROUTE, page: `/${folder}/route`, pathname: `/${folder}`, filename: "route", bundlePath: "" };
    const module = new AppRouteRouteModule({ definition, userland: () => userland, resolvedPagePath: folder, distDir: "", relativeProjectDir: "", nextConfigOutput: "" });
    await module.ensureUserland();
    modules.set(folder, module);
  }
  return modules.get(folder);
}

/** A handler of `app`. */
async function route(folder, params, req, res) {
  const module = await routeModule(folder);
  const request = new NodeNextRequest(req);
  const asked = NextRequestAdapter.fromNodeNextRequest(request, signalFromNodeResponse(res));
  const renderOpts = { experimental: {}, cacheLifeProfiles: {}, waitUntil: undefined, onClose: (then) => res.on("close", then) };
  const response = await module.handle(asked, { params, previewProps, renderOpts, sharedContext: { buildId: "transcript", deploymentId: "" } });
  await sendResponse(request, new NodeNextResponse(res), response, undefined);
}

/** `proxy`, and what Next makes of its answer. @returns where the request goes on, if it does */
async function middleware(url, req, res) {
  const { proxy } = await import("./site/proxy.js");
  const body = /GET|HEAD/.test(req.method) ? undefined : req;
  const request = { headers: { ...req.headers }, method: req.method, nextConfig: {}, url, page: {}, body, signal: signalFromNodeResponse(res) };
  const { response } = await adapter({ handler: proxy, page: "/proxy", request });
  const headers = response.headers;
  const overridden = headers.get("x-middleware-override-headers")?.split(",").map((name) => name.trim());
  if (overridden) {
    for (const name of Object.keys(req.headers)) if (!overridden.includes(name)) delete req.headers[name];
    for (const name of overridden) req.headers[name] = headers.get(`x-middleware-request-${name}`) ?? undefined;
  }
  const rewritten = headers.get("x-middleware-rewrite");
  const goesOn = headers.has("x-middleware-next") || rewritten;
  for (const name of Array.from(headers.keys())) if (name.startsWith("x-middleware-")) headers.delete(name);
  if (!goesOn) return void (await sendResponse(new NodeNextRequest(req), new NodeNextResponse(res), response, undefined));
  for (const line of headers.getSetCookie()) res.appendHeader("set-cookie", line);
  for (const [name, value] of headers) if (name !== "set-cookie") res.setHeader(name, value);
  return new URL(rewritten ?? url, url);
}

/** A page's data, as the router in the browser asks for it. */
async function data(req, res, query) {
  const { getServerSideProps } = await import("./site/pages/props.js");
  const { props } = await getServerSideProps({ req, res, query });
  res.setHeader("content-type", "application/json").end(JSON.stringify({ pageProps: props, __N_SSP: true }));
}

async function serve(req, res) {
  const port = String(req.socket.localPort);
  const own = { "x-forwarded-host": req.headers.host, "x-forwarded-port": port, "x-forwarded-proto": "http", "x-forwarded-for": "127.0.0.1" };
  for (const [name, value] of Object.entries(own)) req.headers[name] ??= value;
  // Next goes by the name that it was started with, whatever the browser asked for.
  let url = new URL(req.url, `http://localhost:${port}`);
  if (guarded.test(url.pathname)) url = await middleware(url.href, req, res);
  if (!url) return;
  addRequestMeta(req, "initURL", url.href);
  const query = Object.fromEntries(url.searchParams);
  if (url.pathname === "/api/who") return apiResolver(req, res, query, await import("./site/pages/api/who.js"), { previewProps }, false, false, "/api/who");
  if (url.pathname === "/_next/data/transcript/props.json") return data(req, res, query);
  for (const [pattern, folder] of routes) {
    const found = pattern.exec(url.pathname);
    if (!found) continue;
    const params = found.groups && Object.fromEntries(Object.entries(found.groups).flatMap(([name, value]) => (value ? [[name, value.split("/")]] : [])));
    return route(folder.replace("$1", found[1]), params, req, res);
  }
  res.writeHead(404).end();
}

const server = createServer((req, res) => {
  serve(req, res).catch((error) => {
    if (process.env.TRANSCRIPT_DEBUG) console.error(error);
    if (!res.headersSent) res.writeHead(500);
    res.end();
  });
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
