import { request as begin } from "node:http";

/** A browser without a screen: keeps cookies, follows nothing, says of itself only what a step says. */
export class Visitor {
  cookies = new Map();

  /**
   * @param site the application's address: `https://app.example`
   * @param at where it listens behind a proxy, which hands on what it was asked for
   */
  constructor(site, at = site) {
    this.site = site;
    this.at = at;
  }

  /** A form is sent as one, or in parts as an action's, `json` as such; `headers` come on top. */
  async ask(method, path, { form, parts, json, headers = {} } = {}) {
    const body = form ? new URLSearchParams(form).toString() : parts ? inParts(parts) : json === undefined ? undefined : JSON.stringify(json);
    const type = form ? "application/x-www-form-urlencoded" : parts ? `multipart/form-data; boundary=${BOUNDARY}` : "application/json";
    const url = new URL(path, this.site);
    const own = url.origin === this.site;
    const cookie = own ? Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join("; ") : "";
    const all = { ...(body === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(body) }), ...(cookie ? { cookie } : {}), ...headers };
    const proxied = own && this.at !== this.site;
    const { host, protocol } = url;
    const forwarded = proxied ? { host, "x-forwarded-host": host, "x-forwarded-proto": protocol.slice(0, -1), "x-forwarded-for": "127.0.0.1" } : {};
    const to = proxied ? new URL(url.pathname + url.search, this.at) : url;
    const answer = await send(to, { method, headers: { ...forwarded, ...all } }, body);
    if (own) for (const line of answer.cookies) this.#keep(line);
    return answer;
  }

  #keep(line) {
    const [pair, ...attributes] = line.split("; ");
    const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    const said = (key) => attributes.find((each) => each.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
    const age = said("max-age") ?? (said("expires") && (Date.parse(said("expires")) - Date.now()) / 1000);
    if (age !== undefined && Number(age) <= 0) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

const BOUNDARY = "transcript";

function inParts(fields) {
  const parts = Object.entries(fields).map(([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}

function send(url, options, body) {
  return new Promise((resolve, reject) => {
    // Connections that are kept would outlive the sides.
    const asked = begin(url, { ...options, host: "127.0.0.1", setHost: true, agent: false, maxHeaderSize: 1 << 18, lookup: undefined }, async (answer) => {
      const chunks = [];
      for await (const chunk of answer) chunks.push(chunk);
      const headers = new Headers();
      const cookies = [];
      for (let i = 0; i < answer.rawHeaders.length; i += 2) {
        const [name, value] = [answer.rawHeaders[i].toLowerCase(), answer.rawHeaders[i + 1]];
        if (name === "set-cookie") cookies.push(value);
        else headers.append(name, value);
      }
      resolve({ status: answer.statusCode, headers, cookies, text: Buffer.concat(chunks).toString() });
    });
    asked.on("error", reject).end(body);
  });
}
