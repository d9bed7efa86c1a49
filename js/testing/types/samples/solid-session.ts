// sample
"use server";
import { getSession } from "@cardea/solid-start";
import { getRequestEvent } from "solid-js/web";
import { config } from "~/lib/auth";

export async function currentSession() {
  const event = getRequestEvent()!;
  return getSession(event.request, config, event);      // null: no user is signed in
}
// end
