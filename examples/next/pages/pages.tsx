import type { GetServerSideProps } from "next";
import type { Session } from "@cardea/next";
import { auth } from "@/auth";

export const getServerSideProps: GetServerSideProps = async (context) => ({ props: { session: await auth(context) } });

export default function Pages({ session }: { session: Session | null }) {
  return <h1 id="who">{session?.user?.name ?? "Who are you?"}</h1>;
}
