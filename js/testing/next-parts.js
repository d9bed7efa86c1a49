/** The call that runs: headers of its request, and the jar of its cookies. */
export const call = { headers: new Headers(), jar: new Map(), set: [], writable: true };

export function during(headers, cookies = {}) {
  Object.assign(call, { headers: new Headers(headers), jar: new Map(Object.entries(cookies)), set: [], writable: true });
}

export const headers = async () => call.headers;
export const cookies = async () => ({
  getAll: () => Array.from(call.jar, ([name, value]) => ({ name, value })),
  set: (name, value, options) => {
    if (!call.writable) throw new Error("cookies can only be changed in actions and route handlers");
    call.set.push({ name, value, options });
    if (options.maxAge === 0) call.jar.delete(name);
    else call.jar.set(name, value);
  },
});

export function redirect(url) {
  throw Object.assign(new Error("NEXT_REDIRECT"), { digest: `NEXT_REDIRECT;replace;${url};307;`, url });
}

export class NextRequest extends Request {
  nextUrl = new URL(this.url);
}

export class NextResponse extends Response {
  static next({ request } = {}) {
    const headers = new Headers({ "x-middleware-next": "1" });
    if (request?.headers) {
      for (const [name, value] of request.headers) headers.set(`x-middleware-request-${name}`, value);
      headers.set("x-middleware-override-headers", Array.from(request.headers.keys()).join(","));
    }
    return new NextResponse(null, { headers });
  }
  static redirect(url, status = 307) {
    return new NextResponse(null, { status, headers: { location: String(url) } });
  }
}
