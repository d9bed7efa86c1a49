import { getSession } from "@cardea/solid-start";
import { getRequestEvent } from "solid-js/web";
import { config } from "~/lib/auth";
// sample
"use server";
const event = getRequestEvent()!;
const session = await getSession(event.request, config);          // null: no user is signed in
const kept = await getSession(event.request, config, event);      // and prolongs the session
// end
