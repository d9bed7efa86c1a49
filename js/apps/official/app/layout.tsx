import type { ReactNode } from "react";
import Footer from "../components/footer";
import Header from "../components/header";

export const metadata = { title: "Sign-in of a Next application" };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Header />
        <main>{children}</main>
        <Footer />
      </body>
    </html>
  );
}
