import { auth, lazy } from "../auth.js";

export async function getServerSideProps(context) {
  return { props: { session: await (context.query.lazy ? lazy.auth(context) : auth(context)) } };
}

export default function Props({ session }) {
  return session?.user?.name ?? "signed out";
}
