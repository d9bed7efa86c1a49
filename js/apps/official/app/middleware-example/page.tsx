import { auth } from "../../auth";

export default async function Page() {
  const session = await auth();
  return (
    <>
      <h1>Session behind the proxy</h1>
      <p id="name">{session?.user?.name ?? "Signed out"}</p>
      <p id="provider">{session?.provider ?? "none"}</p>
      <p id="error">{session?.error ?? "none"}</p>
    </>
  );
}
