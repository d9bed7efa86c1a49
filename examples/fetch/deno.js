// deno serve --host 127.0.0.1 --port 3000 --allow-net --allow-env deno.js
import { respond, sign } from "./app.js";

// sample
export default {
  async fetch(request, { remoteAddr }) {
    return (await sign(request, remoteAddr.hostname)) ?? respond(request, remoteAddr.hostname);
  },
};
// end
