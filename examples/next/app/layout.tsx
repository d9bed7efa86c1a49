import Link from "next/link";
import type { ReactNode } from "react";
import "./look.css";

export const metadata = { title: "Next.js with Cardea" };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <nav>
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
