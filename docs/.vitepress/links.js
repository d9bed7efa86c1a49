import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the pages, and that of the repository. */
export const docs = fileURLToPath(new URL("../", import.meta.url)).replace(/\/$/, "");
export const root = dirname(docs);

/** Where the site is published, for pictures of links in other sites, which need an absolute URL. */
export const site = "https://cardea.example";

/** Where the repository's own files are, for links that leave the pages. */
export const repository = "https://git.cardea.example/cardea/blob/main/";

/** A folder's README is its index. That of the pages lists the guides by task; the first page is index.md. */
export const rewrites = { "README.md": "guides/index.md", "hosts/README.md": "hosts/index.md", "providers/README.md": "providers/index.md" };

/** The page's file, by its path on the site. */
export const fileOf = (path) => Object.keys(rewrites).find((file) => rewrites[file] === path) ?? path;

/** The page's address on the site, without its ending. */
export const addressOf = (file) => `/${(rewrites[file] ?? file).replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, "")}`;

/**
 * The link of a page as the site has it.
 *
 * @param page the page's file below the folder of the pages
 * @returns the link itself, where it stays within the page or leaves the repository
 */
export function siteLink(link, page) {
  if (/^[a-z]+:|^#|^\//.test(link)) return link;
  const [path, hash] = link.split("#");
  const target = resolve(docs, dirname(page), decodeURI(path));
  const inside = relative(docs, target).replaceAll("\\", "/");
  const isPage = !inside.startsWith("..") && inside.endsWith(".md") && existsSync(join(docs, inside));
  if (!isPage) return repository + relative(root, target).replaceAll("\\", "/");
  return `/${rewrites[inside] ?? inside}${hash === undefined ? "" : `#${hash}`}`;
}
