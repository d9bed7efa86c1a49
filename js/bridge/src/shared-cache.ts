/**
 * Whether a shared cache may keep an answer (RFC 9111 section 3, RFC 9213), so that it must not carry a session cookie.
 * `SharedCache` of the core decides the same.
 *
 * @param headers as the application set them; an answer without a policy is not public, for it is given one
 */
export function mayBeShared(status: number, headers: Headers): boolean {
  if (status === 304) return true;
  if (Array.from(headers).some(([name, value]) => isTargeted(name) && isOpen(name, value))) return true;
  const own = directives(headers.get("cache-control"));
  if (own.has("public") || own.has("s-maxage")) return true;
  if (isPrivate(own)) return false;
  if (["immutable", "stale-while-revalidate", "stale-if-error"].some((name) => own.has(name))) return true;
  if (own.has("max-age")) return own.get("max-age") !== "0";
  return own.size === 0 && isFuture(headers.get("expires"));
}

/** Gives an answer with a session cookie the headers that keep it out of shared caches. */
export function keepPrivate(headers: Headers): void {
  for (const [name, value] of Array.from(headers)) if (isTargeted(name) && isOpen(name, value)) headers.delete(name);
  const own = directives(headers.get("cache-control"));
  if (own.has("public") || own.has("s-maxage") || !isPrivate(own)) headers.set("cache-control", "private, no-store");
  const varies = (headers.get("vary") ?? "").split(",").map((name) => name.trim().toLowerCase());
  if (!varies.includes("*") && !varies.includes("cookie")) headers.append("vary", "Cookie");
}

/** Fields that speak to one cache, and win over `Cache-Control` there. */
function isTargeted(name: string): boolean {
  return name.endsWith("-cache-control") || ["surrogate-control", "edge-control", "x-accel-expires"].includes(name);
}

function isOpen(name: string, value: string): boolean {
  if (name === "x-accel-expires") return !isOver(value.trim());
  const all = directives(value);
  return !isPrivate(all) && !(name === "edge-control" && all.has("bypass-cache"));
}

/** nginx: seconds, or `@` and a time. */
function isOver(value: string): boolean {
  return value === "0" || (value.startsWith("@") && Number(value.slice(1)) * 1000 <= Date.now());
}

/** Without arguments: `private="Set-Cookie"` speaks of one field. */
function isPrivate(all: ReadonlyMap<string, string | undefined>): boolean {
  return ["private", "no-store"].some((name) => all.has(name) && all.get(name) === undefined);
}

/** Names of directives, with their arguments. The text of a quoted argument never counts as a directive. */
function directives(value: string | null): Map<string, string | undefined> {
  const plain = (value ?? "").toLowerCase().replace(/"(?:[^"\\]|\\.)*"/g, (text) => (/^"\d+"$/.test(text) ? text.slice(1, -1) : "quoted"));
  const all = new Map<string, string | undefined>();
  for (const each of plain.split(",")) {
    const [name = "", ...rest] = each.replace(/\s/g, "").split("=");
    if (!name) continue;
    const argument = rest.length ? rest.join("=") : undefined;
    if (!all.has(name) || argument === undefined || all.get(name) === "0") all.set(name, argument);
  }
  return all;
}

/** Anything but a date means that the answer has expired (RFC 9111 section 5.3). */
function isFuture(expires: string | null): boolean {
  const time = expires === null ? Number.NaN : Date.parse(expires);
  return !Number.isNaN(time) && time > Date.now();
}
