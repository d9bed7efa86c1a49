import { isPrefetch, keepPrivate, mayBeShared, toSetCookie, type Kept, type Session, type Site } from "@cardea/bridge";
import type { NextApiRequest, NextApiResponse } from "next";
import type { NextRequest } from "next/server";

/** The pages router: node's own requests and responses, or those of the web on the edge. */
export async function pages(
  sites: (request?: NextRequest) => Promise<Site>,
  request: NextApiRequest,
  response: NextApiResponse,
): Promise<Session | null> {
  const site = await sites(request as unknown as NextRequest);
  const headers = headersOf(request.headers);
  const { method = "GET" } = request;
  const prolongs = (method === "GET" || method === "HEAD") && (isPrefetch(headers) ? "renewals" : true);
  const kept = await site.check({ ...site.visitor(headers), request }, prolongs);
  if (kept.cookies.length > 0) answerWith(response, kept);
  return kept.session;
}

/** What of node's response decides whether its head may carry the cookies. */
interface NodeResponse {
  headersSent: boolean;
  statusCode: number;
  getHeader(name: string): number | string | string[] | undefined;
  getHeaders?(): Record<string, number | string | string[] | undefined>;
  setHeader(name: string, value: string | string[]): unknown;
  removeHeader(name: string): void;
  writeHead?: (...args: unknown[]) => unknown;
}

function answerWith(response: NextApiResponse, kept: Kept): void {
  const web = response as unknown as { headers?: Headers; status?: number };
  if (!(web.headers instanceof Headers)) return tellLate(response as unknown as NodeResponse, kept);
  const lines = linesOf(kept, web.headers.getSetCookie());
  if (lines.length === 0 || mayBeShared(web.status ?? 200, web.headers) || kept.isOvertaken?.()) return;
  for (const line of lines) web.headers.append("set-cookie", line);
  keepPrivate(web.headers);
}

/** Those that the answer does not have yet, where several ask for the session of one request. */
function linesOf({ cookies }: Kept, before: readonly string[]): string[] {
  return cookies.map(toSetCookie).filter((line) => !before.includes(line));
}

/** Sets the cookies now, and decides when the head of the answer leaves whether they go with it. */
function tellLate(response: NodeResponse, kept: Kept): void {
  if (response.headersSent) return;
  const before = listOf(response.getHeader("set-cookie"));
  const lines = linesOf(kept, before);
  if (lines.length === 0) return;
  response.setHeader("set-cookie", [...before, ...lines]);
  const { writeHead } = response;
  if (!writeHead) return;
  response.writeHead = function (this: unknown, ...args) {
    settle(response, kept, lines, args);
    return writeHead.apply(this, args);
  };
}

function settle(response: NodeResponse, kept: Kept, lines: readonly string[], [status, ...more]: unknown[]): void {
  const own = new Headers();
  const given = more.find((each) => typeof each === "object" && each !== null && !Array.isArray(each)) ?? {};
  for (const [name, value] of [...Object.entries(response.getHeaders?.() ?? {}), ...Object.entries(given)]) {
    if (value !== undefined && name.toLowerCase() !== "set-cookie") own.set(name, String(value));
  }
  const code = typeof status === "number" ? status : response.statusCode;
  if (mayBeShared(code, own) || kept.isOvertaken?.()) {
    const rest = listOf(response.getHeader("set-cookie")).filter((line) => !lines.includes(line));
    if (rest.length) response.setHeader("set-cookie", rest);
    else response.removeHeader("set-cookie");
    return;
  }
  keepPrivate(own);
  for (const name of ["cache-control", "vary"]) response.setHeader(name, own.get(name) ?? "");
  for (const name of Object.keys(given)) if (/^(cache-control|vary)$/i.test(name)) Reflect.deleteProperty(given, name);
}

function listOf(header: number | string | string[] | undefined): string[] {
  return header === undefined ? [] : [header].flat().map(String);
}

function headersOf(all: Record<string, string | string[] | undefined> | Headers): Headers {
  if (all instanceof Headers) return all;
  const headers = new Headers();
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(name === "cookie" ? "; " : ", ") : value);
  }
  return headers;
}
