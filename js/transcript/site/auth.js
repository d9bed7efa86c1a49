// The application that both sides run. What differs is the import, and where the core's settings are.
import * as cardea from "@cardea/next";
import * as nextAuth from "next-auth";
import { authorized } from "./authorized.js";
import { configOf, theirs } from "./config.js";
import { observed } from "./observed.js";

export const wrapper = theirs ? nextAuth : cardea;
const config = () => configOf(wrapper, { authorized });

export const { handlers, auth, signIn, signOut, unstable_update } = wrapper.default(config());

/** The same, with a configuration that is made for each request. */
export const lazy = wrapper.default((request) => {
  observed.push({ kind: "configuration", name: "for", params: request ? { url: request.url, tenant: header(request, "x-tenant") } : null });
  return { ...config(), basePath: "/lazy" };
});

function header({ headers }, name) {
  return (headers instanceof Headers ? headers.get(name) : headers[name]) ?? null;
}
