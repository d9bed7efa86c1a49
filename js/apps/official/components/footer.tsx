import Link from "next/link";

/** Next prefetches its links when a visitor scrolls down to them. */
export default function Footer() {
  return (
    <footer>
      <Link href="/policy">Policy</Link>
      <Link href="/">Home</Link>
    </footer>
  );
}
