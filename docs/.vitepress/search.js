import { addressOf } from "./links.js";
import { isForContributors } from "./menu.js";

/** Words that readers search for, where the page itself uses others, or where several pages use them. */
const keywords = {
  "README.md": "getting started, tutorial, introduction, overview, documentation",
  "configuration.md": "rate limit, settings, options",
  "errors.md": "error code",
  "guides/two-step-verification.md": "MFA, 2FA, TOTP, two-factor, authenticator app",
  "guides/codes-and-second-factor.md": "OTP, one-time code",
  "guides/jpa.md": "JPA entity, foreign key",
  "guides/manage-users.md": "block, ban, suspend, lock, import users, bulk import, GDPR, lost phone, reset 2FA",
  "guides/audit-log.md": "login history, audit trail",
  "guides/move-to-cardea.md": "Django, migrate users, password hashes",
  "guides/not-yet.md": "SAML, LDAP, API keys, roadmap",
  "guides/own-sign-in-page.md": "custom login page",
  "guides/protect-pages.md": "protect a page, authorization, CSRF",
  "guides/reverse-proxy.md": "nginx, Caddy, reverse proxy",
  "guides/rotate-secrets.md": "AUTH_SECRET",
  "guides/session-fields.md": "session callback, add a field to the session",
  "guides/sessions.md": "session timeout, expiry, JWT, JSON Web Token",
  "guides/sign-in-links.md": "email, magic link",
  "guides/sign-out-at-the-provider.md": "logout, log out, sign out",
  "guides/step-up.md": "step-up, re-authentication, sudo mode",
  "guides/accounts.md": "reset password, forgot password, sign up, registration",
  "guides/single-page-application.md": "SPA, CORS",
  "guides/theme.md": "logo",
  "hosts/quarkus.md": "Quarkus",
  "hosts/spring-boot.md": "Spring Security",
  "modules.md": "install, installation, Maven, Gradle, npm, dependencies",
  "moving-from-authjs.md": "Auth.js migration, migrate, NextAuth",
  "next.md": "Next.js",
  "own-provider.md": "add a provider",
  "passwords.md": "password",
  "stores.md": "PostgreSQL, Postgres, MySQL, MariaDB, SQLite, database",
};

const byAddress = Object.fromEntries(Object.entries(keywords).map(([file, words]) => [addressOf(file), words]));

/**
 * A page has its keywords, and its sections have none. "None" is the empty string: MiniSearch weighs a field by its average
 * length, and if sections lack the field, that depends on which page the build happens to read first.
 */
const keywordsOf = ({ id, titles }) => (titles.length === 0 && byAddress[id.replace(/(\.html)?#.*/, "")]) || "";

export const search = {
  provider: "local",
  options: {
    /** What the search reads of a page: nothing of one for contributors. */
    _render: (source, env, markdown) => (isForContributors(env.relativePath) ? "" : markdown.render(source, env)),
    miniSearch: {
      options: {
        fields: ["title", "titles", "text", "keywords"],
        /** Only the build calls this. */
        extractField: (section, field) => (field === "keywords" ? keywordsOf(section) : section[field]),
      },
      searchOptions: {
        boost: { title: 4, text: 2, titles: 1, keywords: 12 },
        // A page about something comes before a section that mentions it, and lists come last. The browser runs this text.
        boostDocument: (id, term, { titles }) => {
          const isList = /^\/(errors|faults|attacks|threats|compare|differences|library-settings|server-file|meters)\b/.test(id);
          return (isList ? 0.5 : 1) * (titles.length === 0 ? 1.6 : 1);
        },
      },
    },
  },
};
