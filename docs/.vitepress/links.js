import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the pages, and that of the repository. */
export const docs = fileURLToPath(new URL("../", import.meta.url)).replace(/\/$/, "");
export const root = dirname(docs);

/** Where the repository's own files are, for links that leave the pages. */
const repository = "https://git.cardea.example/cardea/blob/main/";

/** A folder's README is its index. */
export const rewrites = { "README.md": "index.md", "hosts/README.md": "hosts/index.md", "providers/README.md": "providers/index.md" };

/**
 * The link of a page as the site has it.
 *
 * @param page the page's path below the folder of the pages
 * @returns the link itself, where it stays within the pages
 */
export function siteLink(link, page) {
  if (/^[a-z]+:|^#|^\//.test(link)) return link;
  const [path, hash] = link.split("#");
  const target = resolve(docs, dirname(page), decodeURI(path));
  const inside = relative(docs, target);
  const isPage = !inside.startsWith("..") && inside.endsWith(".md") && existsSync(join(docs, inside));
  if (!isPage) return repository + relative(root, target).replaceAll("\\", "/");
  return link.replace(/README\.md(?=#|$)/, "index.md") + (hash === undefined || link.includes("#") ? "" : `#${hash}`);
}
