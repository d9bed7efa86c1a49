// Writes marks.txt, the marks of the built-in providers, from simple-icons. Run it with Node: node libraries/providers/marks.mjs
// A brand is on the list if its icon is CC0, if the brand has no rules for sign-in buttons, and if its guidelines, as far
// as simple-icons lists any or took the icon from them, allow the mark in black and in white. See docs/decisions:
// 113-one-form-and-marks-of-providers.md and 114-marks-of-brands-whose-rules-were-read.md.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const VERSION = "16.37.0"

// The provider's ID, and the icon where it has another name.
const BRANDS = {
  "42-school": "42",
  auth0: "auth0",
  authentik: "authentik",
  battlenet: "battledotnet",
  discord: "discord",
  github: "github",
  gumroad: "gumroad",
  kick: "kick",
  linear: "linear",
  mastodon: "mastodon",
  medium: "medium",
  notion: "notion",
  railway: "railway",
  spotify: "spotify",
  twitch: "twitch",
  vercel: "vercel",
}

const folder = mkdtempSync(join(tmpdir(), "marks-"))
try {
  execFileSync("npm", ["pack", `simple-icons@${VERSION}`, "--silent", "--pack-destination", folder])
  execFileSync("tar", ["xzf", join(folder, `simple-icons-${VERSION}.tgz`), "-C", folder])
  const icons = new Map(
    JSON.parse(readFileSync(join(folder, "package/data/simple-icons.json"))).map(icon => [icon.slug, icon]),
  )
  const lines = Object.entries(BRANDS).map(([id, slug]) => {
    const license = icons.get(slug).license?.type ?? "CC0-1.0"
    if (license !== "CC0-1.0") throw new Error(`${slug} is under ${license}`)
    const svg = readFileSync(join(folder, "package/icons", `${slug}.svg`), "utf8")
    const [, path] = /^<svg [^>]*viewBox="0 0 24 24"[^>]*><title>[^<]*<\/title><path d="([^"]+)"\/><\/svg>$/.exec(svg)
    return `${id} ${path}\n`
  })
  const target = new URL("src/main/resources/dev/cardea/providers/marks.txt", import.meta.url)
  writeFileSync(target, lines.sort().join(""))
} finally {
  rmSync(folder, { recursive: true })
}
