import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { declared, objectOf } from "./declarations.js";
import { nameOf, unwrapped, Unmovable, valueOf } from "./values.js";
import { flow, scalar, Variable } from "./yaml.js";

/** Settings that are the core's and leave the source. */
const MOVED = ["providers", "adapter", "session", "jwt", "pages", "cookies", "theme", "useSecureCookies", "redirectProxyUrl", "experimental", "skipCSRFCheck"];
const CALLBACKS = ["signIn", "redirect", "jwt", "session"];
const EVENTS = ["createUser", "updateUser", "linkAccount", "session", "signIn", "signOut"];
/** Services that no longer exist; the server refuses them by name. */
const CLOSED = new Set(["azure-devops", "medium", "passage", "windows-live"]);
const EMAIL = new Set(["nodemailer", "email", "resend", "sendgrid", "postmark", "mailgun", "forwardemail", "loops", "mailjet", "http-email"]);
const NEEDS_STORE = new Set([...EMAIL, "passkey", "webauthn"]);
/** By the names of their packages: the layout of the server, and the variable that such an application usually has. */
const ADAPTERS = {
  "@auth/prisma-adapter": { layout: "prisma", url: "DATABASE_URL" },
  "@auth/drizzle-adapter": { layout: "drizzle", url: "DATABASE_URL" },
  "@auth/pg-adapter": { layout: "pg", url: "DATABASE_URL" },
  "@auth/neon-adapter": { layout: "pg", url: "DATABASE_URL" },
  "@auth/kysely-adapter": { layout: "kysely", url: "DATABASE_URL" },
  "@auth/typeorm-adapter": { layout: "typeorm", url: "DATABASE_URL" },
  "@auth/supabase-adapter": { layout: "supabase", url: "DATABASE_URL" },
  "@auth/hasura-adapter": { layout: "hasura", url: "DATABASE_URL" },
  "@auth/mongodb-adapter": { url: "MONGODB_URI" },
  "@auth/upstash-redis-adapter": { url: "REDIS_URL" },
};
const WAYS = {
  normalizeIdentifier: "check the address in callbacks.signIn({ user, email })",
  customFetch: "set the proxy or certificates for the core's process",
  generateSessionToken: "the core makes 256 random bits",
  encode: "the core's tokens are those of Auth.js; your own form needs a core in Java",
  decode: "the core's tokens are those of Auth.js; your own form needs a core in Java",
};
const GENERAL = "write its value into cardea.yml by hand; ${NAME} there stands for a variable of the environment";

/** The server's file for these settings; what it cannot say is found. */
export function coreFile(state, settings) {
  const by = (name) => settings.filter((setting) => setting.name === name).at(-1);
  state.moved = new Set(MOVED);
  state.replacement = new Map();
  state.kept = new Map();
  const providers = providersOf(state, settings.filter(({ name }) => name === "providers").at(-1));
  const basePath = literal(state, by("basePath") ?? by("prefix")) ?? "/api/auth";
  const lines = [
    "# Written by cardea-move from the configuration of Auth.js. `cardea doctor --config cardea.yml` says what is missing.",
    'url: "${AUTH_URL:-http://localhost:3000}"     # where browsers find the site',
    `basePath: ${scalar(basePath)}`,
    "port: 3100",
    "bridge: true",
    ...storeOf(state, by("adapter"), providers),
    ...plainOf(state, by("secret"), "secret"),
  ];
  for (const name of ["session", "jwt", "pages", "cookies", "theme", "useSecureCookies", "redirectProxyUrl", "experimental"]) {
    lines.push(...plainOf(state, by(name), name));
  }
  if (providers.some(({ id }) => CLOSED.has(id))) lines.push("ignoreClosedProviders: true     # these services no longer exist; they are left out");
  if (providers.length) lines.push("providers:", ...providers.map(({ id, options }) => `  - ${Object.keys(options).length ? flow({ id, ...options }) : scalar(id)}`));
  lines.push(...hooksOf(state, settings, providers, basePath));
  refused(state, by("skipCSRFCheck"));
  return `${lines.join("\n")}\n`;
}

function refused(state, setting) {
  if (setting) state.find(setting, setting.node, "skipCSRFCheck", "calls of the site are signed, and posts of browsers are checked", "nothing to do");
}

/** A setting that the file has at the same place. */
function plainOf(state, setting, name) {
  if (!setting) return [];
  const value = grouped(state, setting, setting.value, name);
  // The usual variables are read without being named.
  if (name === "secret" && value instanceof Variable && /^\$\{(NEXT)?AUTH_SECRET\}$/.test(value.text)) return [];
  return value === undefined || (isGroup(value) && !Object.keys(value).length) ? [] : [`${name}: ${flow(value)}`];
}

const isGroup = (value) => typeof value === "object" && !(value instanceof Variable) && !Array.isArray(value);

function literal(state, setting) {
  return setting && grouped(state, setting, setting.value, setting.name);
}

/** The value of a group member by member, so that one that cannot be moved leaves the others. */
function grouped(state, setting, node, what) {
  const { ts } = state;
  const bare = unwrapped(ts, node);
  if (!ts.isObjectLiteralExpression(bare)) return attempt(state, setting, node, what);
  const value = {};
  for (const property of bare.properties) {
    const name = nameOf(ts, property);
    if (!name || !ts.isPropertyAssignment(property)) {
      lost(state, setting, property, `${what}.${name ?? "…"}`);
      continue;
    }
    const each = grouped(state, setting, property.initializer, `${what}.${name}`);
    if (each !== undefined && !(isGroup(each) && !Object.keys(each).length)) value[name] = each;
  }
  return value;
}

function attempt(state, setting, node, what) {
  try {
    return valueOf(state.ts, node, constants(state, setting.path));
  } catch (error) {
    if (!(error instanceof Unmovable)) throw error;
    lost(state, setting, node, what);
    return undefined;
  }
}

function constants(state, path) {
  return { has: (name) => declared(state, path, name) !== undefined, get: (name) => declared(state, path, name).node };
}

function lost(state, setting, node, what) {
  const name = what.split(".").at(-1);
  const { ts } = state;
  const bare = ts.isPropertyAssignment(node) ? unwrapped(ts, node.initializer) : node;
  const runs = ts.isFunctionLike(bare) || ts.isIdentifier(bare) || ts.isCallExpression(bare);
  state.find(setting, node, what, runs ? "is a function or made by one, and a file cannot run it" : "is computed, and a file can only say values", WAYS[name] ?? GENERAL);
  keep(state, setting, node, what);
}

/** The text stays in the source as a comment, so that nothing is lost with what moved. */
function keep(state, setting, node, what) {
  const kept = state.kept.get(setting.node) ?? [];
  kept.push(`// cardea-move: ${what} was not moved:`, ...dedented(node).map((line) => `//   ${line}`));
  state.kept.set(setting.node, kept);
}

/** The lines of a text as if it began in the first column. */
function dedented(node) {
  const [first, ...rest] = node.getText().split("\n");
  const spaces = Math.min(...rest.filter((line) => line.trim()).map((line) => /^\s*/.exec(line)[0].length));
  return [first, ...rest.map((line) => line.slice(Number.isFinite(spaces) ? spaces : 0))];
}

/** Each provider by its id, with what the file can say of it. */
function providersOf(state, setting) {
  if (!setting) return [];
  const { ts } = state;
  const found = listOf(state, setting.path, setting.value);
  if (!found) return lost(state, setting, setting.node, "providers"), [];
  // A list in another place has its lines there.
  const place = { ...setting, path: found.path };
  const authorize = [];
  const all = elementsOf(state, place, found.node).map(({ place: where, node }) => providerOf(state, where, node, authorize)).filter(Boolean);
  state.hasFunctions = authorize.length > 0;
  state.replacement.set(setting.node, [...(state.kept.get(setting.node) ?? []), ...authorizeText(authorize)]);
  return all;
}

/** The entries of a list and of those that are spread into it. */
function elementsOf(state, place, list) {
  const { ts } = state;
  return list.elements.flatMap((node) => {
    if (!ts.isSpreadElement(node)) return { place, node };
    const spread = unwrapped(ts, node.expression);
    const member = ts.isPropertyAccessExpression(spread) ? memberOf(state, place.path, spread) : undefined;
    const found = member ? listOf(state, member.path, member.node) : listOf(state, place.path, spread);
    return found ? elementsOf(state, { ...place, path: found.path }, found.node) : { place, node };
  });
}

/** The member of a constant object, such as `authConfig.providers`. */
function memberOf(state, path, access) {
  const { ts } = state;
  const object = objectOf(state, path, access.expression);
  const member = object?.node.properties.find((each) => nameOf(ts, each) === access.name.text);
  return member && ts.isPropertyAssignment(member) ? { path: object.path, node: member.initializer } : undefined;
}

function listOf(state, path, node) {
  const { ts } = state;
  const bare = unwrapped(ts, node);
  if (ts.isArrayLiteralExpression(bare)) return { path, node: bare };
  const found = ts.isIdentifier(bare) ? declared(state, path, bare.text) : undefined;
  return found && listOf(state, found.path, found.node);
}

function providerOf(state, setting, node, authorize) {
  const { ts } = state;
  const bare = unwrapped(ts, node);
  if (ts.isObjectLiteralExpression(bare)) return ownProvider(state, setting, bare, authorize);
  const call = ts.isCallExpression(bare) ? bare : undefined;
  const name = call ? call.expression : bare;
  const module = ts.isIdentifier(name) ? state.imports(setting.path).find(({ local }) => local === name.text)?.module : undefined;
  const file = /^(?:next-auth|@auth\/core)\/providers\/([\w-]+)$/.exec(module ?? "")?.[1];
  if (!file) {
    lost(state, setting, node, `providers: ${bare.getText().split(/[\s(]/)[0]}`);
    return undefined;
  }
  const id = file === "ory-hydra" ? "hydra" : file;
  const argument = call?.arguments[0];
  if (!argument) return shown(id, {});
  const object = unwrapped(ts, argument);
  if (!ts.isObjectLiteralExpression(object)) return lost(state, setting, argument, `${id}: its options`), shown(id, {});
  return withOptions(state, setting, object, id, authorize);
}

/** A provider that the application describes itself. */
function ownProvider(state, setting, object, authorize) {
  const id = object.properties.find((each) => nameOf(state.ts, each) === "id");
  if (id && state.ts.isPropertyAssignment(id) && state.ts.isStringLiteralLike(id.initializer)) {
    return withOptions(state, setting, object, id.initializer.text, authorize);
  }
  lost(state, setting, object, "a provider without an id");
  return undefined;
}

function withOptions(state, setting, object, file, authorize) {
  const { ts } = state;
  const options = {};
  let id = file;
  for (const property of object.properties) {
    const name = nameOf(ts, property);
    if (name === "authorize" || FUNCTIONS.includes(name)) {
      authorize.push({ name, id: () => id, text: dedented(property).join("\n") });
      continue;
    }
    if (!name || !ts.isPropertyAssignment(property)) {
      lost(state, setting, property, `${file}.${name ?? "…"}`);
      continue;
    }
    const value = ofOption(state, setting, property, file, name);
    if (value === undefined || isUsual(file, name, value)) continue;
    if (name === "id") id = value;
    else options[name] = value;
  }
  return shown(id, id === file ? options : { use: file, ...options });
}

/** A profile and an account that are functions are said as paths in the file, so they are named as a whole. */
function ofOption(state, setting, property, file, name) {
  return grouped(state, setting, property.initializer, `${file}.${name}`);
}

const shown = (id, options) => ({ id, options });

/** What the core takes from the environment without being asked. */
function isUsual(id, name, value) {
  const ending = { clientId: "ID", clientSecret: "SECRET", issuer: "ISSUER", apiKey: "KEY" }[name];
  return ending && value instanceof Variable && value.text === `\${AUTH_${id.toUpperCase().replaceAll("-", "_")}_${ending}}`;
}

/** A method or a property as the function alone, so that TypeScript knows its parameters. */
function functionOf(text, name) {
  const method = new RegExp(`^(async\\s+)?${name}\\s*\\(`);
  return method.test(text) ? text.replace(method, (_, async = "") => `${async}function (`) : text.replace(new RegExp(`^${name}\\s*:\\s*`), "");
}

/** Functions of providers that the application answers; each is a setting of the site, by the providers' ids. */
const FUNCTIONS = ["profile", "account", "sendVerificationRequest", "generateVerificationToken"];

/** The functions of providers as settings, in the words in which the providers had them. */
function authorizeText(all) {
  return ["authorize", ...FUNCTIONS].flatMap((setting) => {
    const own = all.filter(({ name }) => name === setting);
    if (!own.length) return [];
    if (own.length === 1 && setting === "authorize") return `${own[0].text},`.split("\n");
    const parts = own.map(({ id, text }) => `  ${JSON.stringify(id())}: ${functionOf(text, setting)},`);
    return [`${setting}: {`, ...parts.flatMap((part) => part.split("\n")), "},"];
  });
}

function storeOf(state, setting, providers) {
  if (!setting) return providers.some(({ id }) => NEEDS_STORE.has(id)) ? ["store: memory     # sign-in links and passkeys need a store; name a database"] : [];
  const { ts } = state;
  const bare = unwrapped(ts, setting.value);
  const name = ts.isCallExpression(bare) && ts.isIdentifier(bare.expression) ? bare.expression.text : undefined;
  const module = name && state.imports(setting.path).find(({ local }) => local === name)?.module;
  const known = module && ADAPTERS[module];
  if (!known) {
    state.find(setting, setting.node, "adapter", adapterReason(module), "docs/moving-from-authjs.md says for each adapter what happens to its users; an adapter of your own is written in Java");
    keep(state, setting, setting.node, "adapter");
    return ["store: memory     # the adapter was not moved; users are lost when the process ends"];
  }
  if (bare.arguments.length > 1) {
    state.find(setting, bare.arguments[1], `${name}: names of tables`, "your own names are keys of the store", "name them under store.tables and store.columns in cardea.yml; docs/stores.md has the names");
  }
  const { url, layout } = module === "@auth/prisma-adapter" ? prisma(state, known) : known;
  const store = { url: new Variable(url), ...(layout ? { layout } : {}) };
  return [`store: ${flow(store)}`];
}

const adapterReason = (module) =>
  module ? `the server has no store for ${module}` : "is made by the application, and a file cannot run it";

/** What the schema of Prisma says of its database and of the names of its tables. */
function prisma(state, known) {
  const file = ["prisma/schema.prisma", "schema.prisma", "src/prisma/schema.prisma"].map((each) => join(state.folder, each)).find((each) => existsSync(each));
  if (!file) return known;
  const text = readFileSync(file, "utf8").replace(/\/\/.*$/gm, "");
  const url = /datasource\s+\w+\s*\{[^}]*?\burl\s*=\s*env\("(\w+)"\)/s.exec(text)?.[1] ?? known.url;
  const user = /model\s+User\s*\{(.*?)^\}/ms.exec(text)?.[1] ?? "";
  const snake = /emailVerified[^\n]*@map\("email_verified"\)/.test(user);
  const mapped = /@@map\("users"\)/.test(user);
  return { url, layout: snake ? "prisma-snake" : mapped ? "prisma-mapped" : "prisma" };
}

/** Where the core calls the functions of the application, if it has any. */
function hooksOf(state, settings, providers, basePath) {
  const has = (name, known) =>
    settings.some((setting) => setting.name === name && namesOf(state, setting).some((each) => each === UNREADABLE || known.includes(each)));
  const asks = state.hasFunctions || providers.some(({ id, options }) => id === "credentials" || options.use === "credentials" || options.type === "credentials");
  if (!asks && !has("callbacks", CALLBACKS) && !has("events", EVENTS)) return [];
  return ["hooks:", `  url: "\${CARDEA_HOOKS_URL:-http://127.0.0.1:3000${basePath}/hooks}"     # the site, as the core reaches it`];
}

/** In place of names that another file's code makes: the site describes them while it runs. */
const UNREADABLE = "*";

function namesOf(state, setting) {
  const { ts } = state;
  const bare = unwrapped(ts, setting.value);
  const object = ts.isObjectLiteralExpression(bare) ? bare : ts.isIdentifier(bare) ? declared(state, setting.path, bare.text)?.node : undefined;
  const literal = object && unwrapped(ts, object);
  if (!literal || !ts.isObjectLiteralExpression(literal)) {
    return [UNREADABLE];
  }
  return literal.properties.flatMap((property) => {
    if (!ts.isSpreadAssignment(property)) return nameOf(ts, property) ?? [];
    const spread = unwrapped(ts, property.expression);
    const member = ts.isPropertyAccessExpression(spread) ? memberOf(state, setting.path, spread) : undefined;
    return namesOf(state, { ...setting, value: member?.node ?? spread, path: member?.path ?? setting.path, node: member?.node ?? property });
  });
}
