import { getSession } from "@cardea/solid-start";
import type { APIEvent } from "@solidjs/start/server";
import { config } from "~/lib/auth";

/** Who asks, and stays signed in by asking. */
export async function GET(event: APIEvent) {
  const session = await getSession(event.request, config, event);
  return Response.json({ user: session?.user ?? null }, { status: session ? 200 : 401 });
}
