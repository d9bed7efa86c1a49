import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** As the core signs a call of a hook, written a second time. */
export async function hookSignature(name, body, secret, { seconds = Math.floor(Date.now() / 1000), eventId = "", nonce = randomBytes(12).toString("hex") } = {}) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "Cardea hooks", 32));
  const digest = createHash("sha256").update(body).digest("hex");
  const start = `v2.${seconds}.${nonce}.`;
  return `${start}${createHmac("sha256", key).update(`${start}${name}.${eventId}.${digest}`).digest("base64url")}`;
}
