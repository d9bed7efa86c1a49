import { auth, signIn, signOut, unstable_update, wrapper } from "../../auth.js";

async function enter(form) {
  "use server";
  try {
    await signIn("credentials", form);
  } catch (error) {
    if (!(error instanceof wrapper.AuthError)) throw error;
    await signIn(undefined, { redirectTo: `/refused?type=${error.type}&code=${error.code}` });
  }
}

async function stay(form) {
  "use server";
  await signIn("credentials", { ...Object.fromEntries(form), redirect: false });
}

async function rename(form) {
  "use server";
  await unstable_update({ user: { name: form.get("name") } });
}

async function leave() {
  "use server";
  await signOut({ redirectTo: "/bye" });
}

/** Reads the session twice, and has a form for each action. */
export default async function Page() {
  const session = await auth();
  const again = await auth();
  const forms = { enter, stay, rename, leave };
  return (
    <>
      <output>{JSON.stringify({ session, alike: JSON.stringify(session) === JSON.stringify(again) })}</output>
      {Object.entries(forms).map(([name, action]) => (
        <form key={name} id={name} action={action}>
          <input type="hidden" name="form" value={name} />
        </form>
      ))}
    </>
  );
}
