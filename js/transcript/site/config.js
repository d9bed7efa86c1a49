import { authorize, callbacksOf, events } from "./decisions.js";
import { reference } from "./reference.js";

export const theirs = process.env.TRANSCRIPT_SIDE === "reference";

/** The configuration of both, for the errors that a wrapper has; what says where the core is differs. */
export function configOf(wrapper, callbacks = {}) {
  const decide = authorize(wrapper);
  const decisions = process.env.TRANSCRIPT_SITE === "bare" ? {} : { callbacks: { ...callbacksOf(), ...callbacks }, events };
  return { ...decisions, ...(theirs ? reference(decide) : { authorize: { credentials: decide, staff: decide } }) };
}
