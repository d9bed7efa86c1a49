import { SessionProvider } from "next-auth/react";
import { auth } from "../../auth";
import Visitor from "./visitor";

export default async function Page() {
  return (
    <SessionProvider basePath="/auth" session={await auth()}>
      <Visitor />
    </SessionProvider>
  );
}
