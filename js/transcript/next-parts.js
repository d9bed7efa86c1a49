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
const { apiResolver } = require("next/dist/server/api-utils/node/api-resolver");

const routes = [
  [/^\/api\/auth\/(?<nextauth>.+)$/, "api/auth/[...nextauth]"],
  [/^\/(observed|act|who|wrapped)$/, "$1"],
];

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
  const previewProps = { previewModeId: "0".repeat(32), previewModeSigningKey: "0".repeat(64), previewModeEncryptionKey: "0".repeat(64) };
  const response = await module.handle(asked, { params, previewProps, renderOpts, sharedContext: { buildId: "transcript", deploymentId: "" } });
  await sendResponse(request, new NodeNextResponse(res), response, undefined);
}

async function serve(req, res) {
  const host = req.headers.host;
  Object.assign(req.headers, { "x-forwarded-host": host, "x-forwarded-port": host.split(":")[1], "x-forwarded-proto": "http", "x-forwarded-for": "127.0.0.1" });
  // Next goes by the name that it was started with, whatever the browser asked for.
  addRequestMeta(req, "initURL", `http://localhost:${host.split(":")[1]}${req.url}`);
  const { pathname } = new URL(req.url, "http://x");
  for (const [pattern, folder] of routes) {
    const found = pattern.exec(pathname);
    if (!found) continue;
    const params = Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, value.split("/")]));
    return route(folder.replace("$1", found[1]), params, req, res);
  }
  res.writeHead(404).end();
}

const server = createServer((req, res) => {
  serve(req, res).catch((error) => {
    if (process.env.TRANSCRIPT_DEBUG) console.error(error);
    if (!res.headersSent) res.writeHead(500, { "content-type": "text/plain" });
    res.end("Internal Server Error");
  });
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
