// bun bun.js
import { respond, sign } from "./app.js";

// sample
export default {
  hostname: "127.0.0.1",
  port: 3000,
  async fetch(request, server) {
    const { address } = server.requestIP(request);
    return (await sign(request, address)) ?? respond(request, address);
  },
};
// end
