// node hono.js
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { respond, sign } from "./app.js";

// sample
const app = new Hono();
app.all("/auth/*", (c) => sign(c.req.raw, getConnInfo(c).remote.address));
app.all("*", (c) => respond(c.req.raw, getConnInfo(c).remote.address));
// end

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 3000 });
