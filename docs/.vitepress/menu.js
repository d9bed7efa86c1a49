import { addressOf } from "./links.js";

/**
 * What the menu shows: groups of pages, each with its name, of which the first two are open. A provider's page is reached
 * from the list of providers.
 */
export const menu = [
  group("Get started", {
    "Guides by task": "README.md",
    "Spring Boot": "start/spring-boot.md",
    Quarkus: "start/quarkus.md",
    "Plain Java": "start/plain-java.md",
    "Next.js": "start/next.md",
    SolidStart: "start/solid-start.md",
    "Any language": "start/server.md",
    Compare: "compare.md",
    "Questions and answers": "guides/faq.md",
    "Not yet available": "guides/not-yet.md",
  }),
  group("Frameworks", {
    "All integrations": "hosts/README.md",
    "Spring Boot": "hosts/spring-boot.md",
    "Spring Boot with Kotlin": "guides/kotlin.md",
    Quarkus: "hosts/quarkus.md",
    Micronaut: "hosts/micronaut.md",
    "Jakarta Servlet": "hosts/servlet.md",
    Javalin: "hosts/javalin.md",
    "Vert.x": "hosts/vertx.md",
    "Helidon SE": "hosts/helidon.md",
    "Plain Java": "hosts/jdk.md",
    "Next.js": "next.md",
    SolidStart: "solid-start.md",
    "The server": "server.md",
    "Other servers, by the bridge": "bridge.md",
    "Your own integration": "hosts/own-integration.md",
    "Modules and packages": "modules.md",
  }),
  group("Sign-in methods", {
    Providers: "providers/README.md",
    "Your own provider": "own-provider.md",
    "Sign-in links by email": "guides/sign-in-links.md",
    "Change the email": "guides/change-the-mail.md",
    Passkeys: "passkeys.md",
    Passwords: "passwords.md",
    "Password accounts": "guides/accounts.md",
    "Own sign-up and password reset": "guides/sign-up-and-reset.md",
    "Two-step verification": "guides/two-step-verification.md",
    "Codes and second factor": "guides/codes-and-second-factor.md",
    "Restrict who may sign in": "guides/restrict-sign-in.md",
    "Link accounts": "guides/link-accounts.md",
  }),
  group("Pages", {
    "Protect pages": "guides/protect-pages.md",
    "Ask again before what matters": "guides/step-up.md",
    "Theme and logo": "guides/theme.md",
    "Your own sign-in page": "guides/own-sign-in-page.md",
    Languages: "guides/languages.md",
    "Show who is signed in, with Thymeleaf": "guides/thymeleaf.md",
    "Show errors": "guides/show-errors.md",
    "Account page": "accounts.md",
    "Single-page applications": "guides/single-page-application.md",
    "Mobile and command line": "guides/mobile-and-command-line.md",
    "Callbacks and events": "guides/callbacks-and-events.md",
    "Callbacks in JavaScript": "guides/javascript-callbacks.md",
    "Your own routes": "guides/module-routes.md",
  }),
  group("Users and sessions", {
    Roles: "guides/roles.md",
    "JPA, Flyway, Liquibase": "guides/jpa.md",
    Sessions: "guides/sessions.md",
    "Remember me": "guides/remember-me.md",
    "Session fields": "guides/session-fields.md",
    "Change a session": "guides/change-a-session.md",
    Devices: "guides/devices.md",
    "Sign out at the provider": "guides/sign-out-at-the-provider.md",
    "Sessions in another service": "guides/read-the-session-in-another-service.md",
    "Call a provider's API": "guides/call-a-providers-api.md",
    "First administrator": "guides/first-administrator.md",
    "Manage, import and block users": "guides/manage-users.md",
    "Audit log": "guides/audit-log.md",
    Tenants: "guides/tenants.md",
    "Several domains": "guides/several-domains.md",
  }),
  group("Stores", {
    "Choose a store, JDBC": "stores.md",
    "Redis, Valkey": "stores-redis.md",
    MongoDB: "stores-mongodb.md",
    DynamoDB: "stores-dynamodb.md",
    Cassandra: "stores-cassandra.md",
    "Operate databases": "guides/databases.md",
  }),
  group("Develop and test", {
    "Development mode": "development.md",
    "Test signed-in pages": "guides/test-signed-in-pages.md",
    "https on localhost": "guides/https-on-localhost.md",
    "Diagnose a failed sign-in": "guides/diagnose-a-failed-sign-in.md",
    "Attack your own site": "guides/attack-your-own-site.md",
  }),
  group("Go to production", {
    Checklist: "guides/production-checklist.md",
    "Reverse proxy": "guides/reverse-proxy.md",
    Containers: "guides/containers.md",
    "Deploy a JavaScript site": "guides/deploy-a-javascript-site.md",
    "Forward authentication": "guides/forward-authentication.md",
    "Operate the server": "guides/operate-the-server.md",
    Monitor: "guides/monitor.md",
    Traces: "guides/traces.md",
    "Rotate secrets": "guides/rotate-secrets.md",
  }),
  group("Move and upgrade", {
    "From Auth.js": "moving-from-authjs.md",
    "Differences from Auth.js": "differences.md",
    "From Spring Security, Keycloak, Auth0, Django": "guides/move-to-cardea.md",
    "Upgrade Cardea": "upgrading.md",
  }),
  group("Reference", {
    Configuration: "configuration.md",
    "Library settings": "library-settings.md",
    "Server file and variables": "server-file.md",
    Commands: "commands.md",
    Errors: "errors.md",
    "Causes of failures": "faults.md",
    Meters: "meters.md",
  }),
  group("Security", {
    "How sign-in works": "how-sign-in-works.md",
    "Attacks and defences": "threats.md",
    "Attacks of cardea doctor": "attacks.md",
  }),
];

/** Pages for those who change Cardea, with their own menu, and outside of the search. */
export const contributing = [
  group("Contributing", {
    Architecture: "architecture.md",
    "What each store is tested for": "stores-cases.md",
    "Steps of a trace": "steps.md",
    "Release Cardea": "releasing.md",
  }),
];

export const isForContributors = (file) => file.startsWith("decisions/") || contributing[0].items.some((item) => item.file === file);

function group(text, pages) {
  return { text, collapsed: !["Get started", "Frameworks", "Contributing"].includes(text), items: Object.entries(pages).map(([name, file]) => ({ text: name, file, link: addressOf(file) })) };
}
