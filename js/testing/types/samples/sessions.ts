import NextAuth from "@cardea/next";

const { sessions } = NextAuth();
declare const id: string;
// sample
const all = await sessions.list();         // [{ id, current, begun, seen, expires, provider, client, userAgent }]
await sessions.end(id);                    // true if it was one of this user's
await sessions.endOthers();                // how many
await sessions.endAll();                   // signs this browser out, too
// end
void all;
