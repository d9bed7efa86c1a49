// The application that both sides run. What differs is the import, and where the core's settings are.
import * as cardea from "@cardea/next";
import * as nextAuth from "next-auth";
import { authorize, callbacksOf, events } from "./decisions.js";
import { reference } from "./reference.js";

export const side = process.env.TRANSCRIPT_SIDE;
export const wrapper = side === "next-auth" ? nextAuth : cardea;

const decide = process.env.TRANSCRIPT_SITE === "bare" ? {} : { callbacks: callbacksOf(), events };
const ours = { authorize: { credentials: authorize(wrapper), staff: authorize(wrapper) } };
const config = { ...decide, ...(side === "next-auth" ? reference(authorize(wrapper)) : ours) };

export const { handlers, auth, signIn, signOut, unstable_update } = wrapper.default(config);
