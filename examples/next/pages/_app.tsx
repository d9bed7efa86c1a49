import type { AppProps } from "next/app";
import Link from "next/link";
import "../app/look.css";

export default function App({ Component, pageProps }: AppProps) {
  return (
    <>
      <nav>
        <Link href="/">Home</Link>
      </nav>
      <Component {...pageProps} />
    </>
  );
}
