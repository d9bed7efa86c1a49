/** The largest body that is read. */
const LARGEST = 1024 * 1024;

/** Reads a request's body: empty if the request has none, undefined if it is too large, whatever Content-Length says. */
export async function bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > LARGEST) return undefined;
  const reader = request.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  if (!reader) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    parts.push(value!);
    length += value!.length;
    if (length > LARGEST) {
      // Not waited for: who sends for ever may not stop either.
      void reader.cancel().catch(() => {});
      return undefined;
    }
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return body;
}
