import { auth } from "@/auth";

export default async function Members() {
  // Of four questions in one page one reaches the core.
  const [session] = await Promise.all([auth(), auth(), auth(), auth()]);
  return (
    <main>
      <h1 id="member">Members: {session?.user?.name ?? session?.user?.email}</h1>
      <p id="role">{session?.user?.role}</p>
    </main>
  );
}
