"use server";

import { getSession } from "@cardea/solid-start";
import { getRequestEvent } from "solid-js/web";
import { config } from "~/lib/auth";

export async function currentSession() {
  return getSession(getRequestEvent()!.request, config);
}
