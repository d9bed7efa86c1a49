import Link from "next/link";
import { auth, signIn, signOut } from "../auth";

async function enter() {
  "use server";
  await signIn();
}

async function leave() {
  "use server";
  await signOut({ redirectTo: "/" });
}

export default async function Header() {
  const session = await auth();
  const pages = ["server-example", "client-example", "middleware-example"];
  return (
    <header>
      <nav>
        {pages.map((page) => (
          <Link key={page} href={`/${page}`}>
            {page}
          </Link>
        ))}
      </nav>
      <span id="who">{session?.user?.name ?? "Signed out"}</span>
      <form action={session ? leave : enter}>
        <button id={session ? "leave" : "enter"}>{session ? "Sign out" : "Sign in"}</button>
      </form>
    </header>
  );
}
