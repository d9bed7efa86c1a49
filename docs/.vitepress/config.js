import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig } from "vitepress";
import { docs, rewrites, siteLink } from "./links.js";
import { decisions, index, pages, version } from "./pages.js";
import { slug } from "./slug.js";
import { tabs } from "./tabs.js";

const titles = index().map(({ title, rows }) => ({
  text: title,
  collapsed: title !== "Start",
  items: rows.map(({ text, link }) => ({ text, link })),
}));

export default defineConfig({
  title: "Cardea",
  description: "Login, sessions and user accounts for web applications on the JVM, and for any other application through a server",
  lang: "en",
  cleanUrls: false,
  lastUpdated: false,
  // The addresses of what a tutorial starts.
  ignoreDeadLinks: "localhostLinks",
  srcExclude: ["node_modules/**", "samples/**", "target/**"],
  rewrites,
  // Tabs are for a page with a script; without one, all panels are shown.
  head: [["script", {}, 'document.documentElement.classList.add("scripted")']],
  outDir: process.env.CARDEA_SITE ?? "target/site",
  cacheDir: "target/cache",
  markdown: {
    anchor: { slugify: slug },
    // Files of the repository are not pages; a page of the index of a folder is its README.
    config: (markdown) => {
      const plain = markdown.renderer.rules.link_open ?? ((tokens, i, options, env, self) => self.renderToken(tokens, i, options));
      markdown.core.ruler.push("site-links", (state) => {
        for (const token of state.tokens.flatMap((each) => each.children ?? [])) {
          const href = token.type === "link_open" ? token.attrGet("href") : undefined;
          if (href) token.attrSet("href", siteLink(href, state.env.relativePath === "index.md" ? "README.md" : state.env.relativePath));
        }
      });
      markdown.renderer.rules.link_open = plain;
      tabs(markdown);
    },
  },
  themeConfig: {
    // A script adds it to the site that is published.
    nav: [...(process.env.CARDEA_JAVADOC ? [{ text: "Javadoc", link: "/javadoc/index.html", target: "_self" }] : []), { text: `Version ${version()}`, link: "/upgrading" }],
    sidebar: [...titles, { text: "Decision records", collapsed: true, items: decisions() }],
    outline: { level: [2, 3] },
    search: { provider: "local" },
    footer: { message: `Cardea ${version()}, under the Apache License 2.0` },
  },
  /** Each page is there as Markdown too, at its address with ".md". */
  buildEnd: ({ outDir }) => {
    for (const page of pages()) {
      const target = join(outDir, rewrites[page] ?? page);
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(join(docs, page), target);
    }
    for (const file of ["llms.txt", "llms-full.txt"]) copyFileSync(join(docs, file), join(outDir, file));
  },
});
