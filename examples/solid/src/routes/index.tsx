import { signIn, signOut } from "@cardea/solid-start/client";
import { createAsync, query } from "@solidjs/router";
import { createSignal, Show } from "solid-js";
import { currentSession } from "~/lib/session";

const session = query(() => currentSession(), "session");

export default function Home() {
  const visitor = createAsync(() => session());
  const [told, tell] = createSignal("");
  const credentials = async (password: string) => {
    tell(JSON.stringify(await signIn("credentials", { username: "ada", password, redirect: false })));
  };
  return (
    <main>
      <h1 id="who">{visitor()?.user ? `Hello ${visitor()!.user!.name ?? visitor()!.user!.email}` : "Who are you?"}</h1>
      <Show
        when={visitor()}
        fallback={
          <>
            <button id="right" onClick={() => credentials("open sesame").then(() => location.reload())}>
              Right password
            </button>
            <button id="wrong" onClick={() => credentials("guess")}>
              Wrong password
            </button>
            <button id="acme" onClick={() => signIn("acme", { redirectTo: "/members" })}>
              Sign in with Acme
            </button>
            <button id="register" onClick={() => signIn("passkey", { email: "grace@example.com", action: "register", redirectTo: "/members" })}>
              New passkey
            </button>
            <button id="passkey" onClick={() => signIn("passkey", { action: "authenticate", redirectTo: "/members" })}>
              Passkey
            </button>
          </>
        }
      >
        <a href="/api/auth/account?callbackUrl=%2F" rel="external">
          Your account
        </a>
        <button id="out" onClick={() => signOut({ redirectTo: "/" })}>
          Sign out
        </button>
      </Show>
      <pre id="told">{told()}</pre>
    </main>
  );
}
