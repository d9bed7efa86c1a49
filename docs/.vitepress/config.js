import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig } from "vitepress";
import { addressOf, docs, fileOf, repository, rewrites, site, siteLink } from "./links.js";
import { contributing, menu } from "./menu.js";
import { about, decisions, pages, version } from "./pages.js";
import { search } from "./search.js";
import { slug } from "./slug.js";
import { tabs } from "./tabs.js";

const ofContributors = [...contributing, { text: "Decision records", items: decisions() }];
const first = contributing[0].items[0].link;

export default defineConfig({
  title: "Cardea",
  description: about,
  lang: "en",
  cleanUrls: false,
  lastUpdated: false,
  // The addresses of what a tutorial starts.
  ignoreDeadLinks: "localhostLinks",
  srcExclude: ["node_modules/**", "samples/**", "target/**"],
  rewrites,
  head: [
    // Tabs are for a page with a script; without one, all panels are shown.
    ["script", {}, 'document.documentElement.classList.add("scripted")'],
    ["link", { rel: "icon", href: "/mark.svg", type: "image/svg+xml" }],
    ["meta", { property: "og:site_name", content: "Cardea" }],
    ["meta", { property: "og:type", content: "website" }],
    ["meta", { property: "og:image", content: `${site}/social.png` }],
    ["meta", { name: "twitter:card", content: "summary_large_image" }],
  ],
  transformHead: ({ title, description }) => [
    ["meta", { property: "og:title", content: title }],
    ["meta", { property: "og:description", content: description }],
  ],
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
          if (href) token.attrSet("href", siteLink(href, fileOf(state.env.relativePath)));
        }
      });
      markdown.renderer.rules.link_open = plain;
      tabs(markdown);
    },
  },
  themeConfig: {
    logo: { src: "/mark.svg", alt: "" },
    nav: [
      { text: "Guides", link: addressOf("README.md") },
      // A script adds it to the site that is published.
      ...(process.env.CARDEA_JAVADOC ? [{ text: "Javadoc", link: "/javadoc/index.html", target: "_self" }] : []),
      { text: "Repository", link: repository },
      { text: "Contributing", link: first },
      { text: `Version ${version()}`, link: addressOf("upgrading.md") },
    ],
    // The first entry of which the address begins with the key applies.
    sidebar: {
      "/decisions/": ofContributors,
      ...Object.fromEntries(contributing[0].items.map(({ link }) => [link, ofContributors])),
      "/": menu,
    },
    outline: { level: [2, 3] },
    editLink: { pattern: `${repository}docs/:path`, text: "Edit this page" },
    search,
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
