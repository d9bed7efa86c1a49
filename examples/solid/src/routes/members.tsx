import { createAsync, query } from "@solidjs/router";
import { currentSession } from "~/lib/session";

const session = query(() => currentSession(), "session");

export default function Members() {
  const visitor = createAsync(() => session());
  return <h1 id="member">Members: {visitor()?.user?.name ?? visitor()?.user?.email}</h1>;
}
