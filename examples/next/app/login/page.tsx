import { redirect } from "next/navigation";
import { AuthError, CredentialsSignin } from "@cardea/next";
import { signIn } from "@/auth";

export default async function Login({ searchParams }: { searchParams: Promise<Record<string, string | undefined>> }) {
  const { error, callbackUrl } = await searchParams;
  return (
    <main>
      <h1>Sign in</h1>
      {error && <p id="error">{error}</p>}
      <form
        action={async (form) => {
          "use server";
          try {
            await signIn("credentials", form);
          } catch (refused) {
            if (refused instanceof CredentialsSignin) redirect(`/login?error=${refused.code}`);
            if (refused instanceof AuthError) redirect(`/login?error=${refused.type}`);
            throw refused;
          }
        }}
      >
        <input type="hidden" name="redirectTo" value={callbackUrl ?? "/members"} />
        <input name="username" placeholder="Name" required />
        <input name="password" type="password" placeholder="open sesame" required />
        <button>Sign in</button>
      </form>
    </main>
  );
}
