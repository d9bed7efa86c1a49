// The application that both sides run. What differs is the import, and where the core's settings are.
import * as cardea from "@cardea/next";
import * as nextAuth from "next-auth";
import { authorize, callbacksOf, events } from "./decisions.js";
import { observed } from "./observed.js";
import { reference } from "./reference.js";

const theirs = process.env.TRANSCRIPT_SIDE === "next-auth";
export const wrapper = theirs ? nextAuth : cardea;

function config() {
  const decisions = process.env.TRANSCRIPT_SITE === "bare" ? {} : { callbacks: callbacksOf(), events };
  const settings = theirs ? reference(authorize(wrapper)) : { authorize: { credentials: authorize(wrapper), staff: authorize(wrapper) } };
  return { ...decisions, ...settings };
}

export const { handlers, auth, signIn, signOut, unstable_update } = wrapper.default(config());

/** The same, with a configuration that is made for each request. */
export const lazy = wrapper.default((request) => {
  observed.push({ kind: "configuration", name: "for", params: request ? { url: request.url, tenant: header(request, "x-tenant") } : null });
  return { ...config(), basePath: "/lazy" };
});

function header({ headers }, name) {
  return (headers instanceof Headers ? headers.get(name) : headers[name]) ?? null;
}
