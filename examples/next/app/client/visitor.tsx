"use client";

import { SessionProvider, signIn, signOut, useSession } from "@cardea/next/react";
import { signIn as signInWithPasskey } from "@cardea/next/webauthn";
import { useState } from "react";

export function Visitor() {
  return (
    <SessionProvider>
      <Who />
    </SessionProvider>
  );
}

function Who() {
  const { data, status, update } = useSession();
  const [told, tell] = useState("");
  const credentials = async (password: string) => {
    const answer = await signIn("credentials", { username: "ada", password, redirect: false });
    tell(JSON.stringify(answer));
  };
  return (
    <main>
      <h1 id="status">{status}</h1>
      <p id="name">{data?.user?.name ?? data?.user?.email}</p>
      <div className="row">
        <button onClick={() => credentials("open sesame")}>Right password</button>
        <button onClick={() => credentials("guess")}>Wrong password</button>
        <button onClick={() => signIn("acme", { redirectTo: "/client" })}>Acme</button>
        <button onClick={() => update({ user: { name: "Countess" } })}>Rename</button>
        <button onClick={() => signOut({ redirect: false })}>Sign out</button>
        <button onClick={() => signInWithPasskey("passkey", { email: "grace@example.com", action: "register", redirectTo: "/client" })}>
          New passkey
        </button>
        <button onClick={() => signInWithPasskey("passkey", { action: "authenticate", redirectTo: "/client" })}>Passkey</button>
      </div>
      <pre id="told">{told}</pre>
    </main>
  );
}
