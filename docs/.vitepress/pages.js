import { readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { docs, root } from "./links.js";

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

/** The tables of the index: each section with its rows, which name a task and the page for it. */
export function index() {
  const sections = read("README.md").split(/^## /m).slice(1);
  return sections.map((section) => {
    const rows = [...section.matchAll(/^\| (?!to \||---)(.+?) \| (.*) \|$/gm)];
    return {
      title: section.split("\n", 1)[0],
      rows: rows.flatMap(([, task, cell]) => {
        const link = /\]\(([^)]+)\)/.exec(cell)?.[1];
        const isPage = link && !link.startsWith("..") && /\.md(#|$)/.test(link);
        return isPage ? [{ text: sentence(task), link: `/${link.replace(/README\.md/, "index.md").replace(/\.md(?=#|$)/, "")}` }] : [];
      }),
    };
  }).filter(({ rows }) => rows.length);
}

const sentence = (task) => task.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "").replace(/^./, (first) => first.toUpperCase());

export const decisions = () =>
  pages("decisions").map((page) => ({ text: title(page), link: `/${page.replace(/\.md$/, "")}` }));

export const version = () => /<version>(.*?)<\/version>/.exec(readFileSync(join(root, "pom.xml"), "utf8"))[1];
