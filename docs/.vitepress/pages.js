import { readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { addressOf, docs, root } from "./links.js";

const read = (page) => readFileSync(join(docs, page), "utf8");

/** The pages, as paths below their folder. */
export function pages(folder = "") {
  const found = readdirSync(join(docs, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return found.flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return /^\.|^(node_modules|samples|images|target)$/.test(entry.name) ? [] : pages(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

export const title = (page) => /^# (.*)$/m.exec(read(page))[1].replaceAll("`", "");

/** The first paragraph of a page, in one line and without links. */
export function summary(page) {
  const [paragraph] = read(page).replace(/^# .*\n+/, "").split(/\n\n/);
  return paragraph.replace(/\s+/g, " ").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("**", "");
}

export const decisions = () =>
  pages("decisions").map((page) => ({ text: title(page), link: addressOf(page) }));

export const version = () => /<version>(.*?)<\/version>/.exec(readFileSync(join(root, "pom.xml"), "utf8"))[1];

/** What Cardea is, in one sentence. */
export const about =
  "Sign-in for Java applications: Google, GitHub, email links, passkeys and passwords, with the pages, sessions and tables done for you. It's a library for Java 17 and newer, and a server for any other language, and it's compatible with Auth.js.";
