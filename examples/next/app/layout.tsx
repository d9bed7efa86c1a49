import Link from "next/link";
import type { ReactNode } from "react";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body style={{ fontFamily: "system-ui", maxWidth: "40rem", margin: "2rem auto" }}>
        <nav style={{ display: "flex", gap: "1rem" }}>
          <Link href="/">Home</Link>
          <Link href="/members" prefetch={false}>
            Members
          </Link>
          <Link href="/client">In the browser</Link>
          <Link href="/pages" prefetch={false}>
            Pages router
          </Link>
        </nav>
        {children}
      </body>
    </html>
  );
}
