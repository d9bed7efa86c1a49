"use client";

import { useSession } from "next-auth/react";
import { useState } from "react";

export default function Visitor() {
  const { data, update } = useSession();
  const [name, setName] = useState("");
  return (
    <>
      <h1>Session in the browser</h1>
      <p id="name">{data?.user?.name ?? "Signed out"}</p>
      {/* So far that the footer comes into view with the button. */}
      <div style={{ height: "150vh" }} />
      <input name="name" value={name} onChange={(event) => setName(event.target.value)} />
      <button id="update" onClick={() => update({ user: { name } })}>
        Update
      </button>
    </>
  );
}
