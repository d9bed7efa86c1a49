// Writes llms.txt and llms-full.txt for language models: node .vitepress/llms.js, in the folder of the pages.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { docs } from "./links.js";
import { about, pages as files, summary, title, version } from "./pages.js";

/** The whole text is at most this long, in bytes. */
export const MOST = 300_000;

/** What a reader needs to use Cardea. The other pages are only in the index: generated lists, and how Cardea is made. */
const left = [
  /^(decisions|providers)\//,
  /^(README|attacks|errors|faults|steps|meters|threats|differences|architecture|compare|how-sign-in-works|releasing|upgrading|commands|server-file|library-settings|own-provider|stores|stores-\w+|bridge|moving-from-authjs|server|solid-start|start\/solid-start)\.md$/,
  /^hosts\/(README|jdk|own-integration|servlet|micronaut|helidon|vertx|javalin)\.md$/,
  /^guides\/(module-routes|sign-up-and-reset|remember-me|devices|link-accounts|languages|theme|tenants|thymeleaf|https-on-localhost|codes-and-second-factor|two-step-verification|kotlin|several-domains|sign-out-at-the-provider|change-the-mail|javascript-callbacks|deploy-a-javascript-site|diagnose-a-failed-sign-in|operate-the-server|containers|monitor|traces|production-checklist|call-a-providers-api|forward-authentication|attack-your-own-site|manage-users|audit-log|step-up|databases|move-to-cardea|rotate-secrets|read-the-session-in-another-service)\.md$/,
];

/** All pages but the first of the site, which says what the README says. */
const pages = () => files().filter((page) => page !== "index.md");

/** The index: each page with its title and first paragraph. */
export function short() {
  const entries = (group) => group.map((page) => `- [${title(page)}](${page}): ${summary(page)}`).join("\n");
  const all = pages().filter((page) => !/^(README\.md|providers\/(?!README))|^decisions\//.test(page));
  const groups = [
    ["Start", all.filter((page) => page.startsWith("start/"))],
    ["Guides", all.filter((page) => page.startsWith("guides/"))],
    ["Framework integrations", all.filter((page) => page.startsWith("hosts/"))],
    ["Further pages", all.filter((page) => !/^(start|guides|hosts)\//.test(page))],
  ];
  const sections = groups.map(([name, group]) => `## ${name}\n\n${entries(group)}\n`);
  return `# Cardea ${version()}\n\n> ${about}\n\n${sections.join("\n")}`;
}

/** The index, and the pages themselves. */
export function full() {
  const chosen = pages().filter((page) => !left.some((each) => each.test(page)));
  const order = (page) => ["start/", "guides/", ""].findIndex((folder) => page.startsWith(folder));
  const sorted = chosen.sort((a, b) => order(a) - order(b));
  return sorted.reduce(
    (text, page) => `${text}\n---\n\n<!-- ${page} -->\n\n${readFileSync(join(docs, page), "utf8").trim()}\n`,
    `# Cardea ${version()}\n\n${about}\n`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(docs, "llms.txt"), short());
  writeFileSync(join(docs, "llms-full.txt"), full());
}
