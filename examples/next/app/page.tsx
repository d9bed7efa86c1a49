import { auth, signIn, signOut, unstable_update } from "@/auth";

export default async function Home() {
  const session = await auth();
  return (
    <main>
      <h1 id="who">{session?.user ? `Hello ${session.user.name ?? session.user.email}` : "Who are you?"}</h1>
      {session && <pre id="session">{JSON.stringify(session, null, 2)}</pre>}
      {session ? <SignedIn /> : <Ways />}
    </main>
  );
}

function Ways() {
  return (
    <>
      <form
        id="acme"
        action={async () => {
          "use server";
          await signIn("acme", { redirectTo: "/members" });
        }}
      >
        <button>Sign in with Acme</button>
      </form>
      <p>
        <a href="/login">Name and password</a> · <a href="/api/auth/signin">All ways</a>
      </p>
    </>
  );
}

function SignedIn() {
  return (
    <>
      <form
        id="rename"
        action={async (form: FormData) => {
          "use server";
          await unstable_update({ user: { name: String(form.get("name")) } });
        }}
      >
        <input name="name" placeholder="Another name" required />
        <button>Rename</button>
      </form>
      <form
        id="signout"
        action={async () => {
          "use server";
          await signOut({ redirectTo: "/" });
        }}
      >
        <button>Sign out</button>
      </form>
      <form
        id="leave"
        action={async () => {
          "use server";
          await signOut({ redirect: false });
        }}
      >
        <button>Sign out and stay</button>
      </form>
    </>
  );
}
