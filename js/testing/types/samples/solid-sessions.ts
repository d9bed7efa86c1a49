// sample
"use server";
import { endOtherSessions, endSession, listSessions } from "@cardea/solid-start";
import { getRequestEvent } from "solid-js/web";
import { config } from "~/lib/auth";

export async function mySessions() {
  return listSessions(getRequestEvent()!.request, config);
}

export async function signOutOthers() {
  return endOtherSessions(getRequestEvent()!.request, config);       // how many
}

export async function signOutOne(id: string) {
  const event = getRequestEvent()!;
  return endSession(event.request, id, config, event);               // true if it was one of this user's
}
// end
