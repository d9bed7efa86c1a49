import { createHash, createHmac, hkdfSync } from "node:crypto";

/** As the core signs a call of a hook, written a second time. */
export async function hookSignature(name, body, secret, seconds = Math.floor(Date.now() / 1000)) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "Cardea hooks", 32));
  const digest = createHash("sha256").update(body).digest("hex");
  return `v1.${seconds}.${createHmac("sha256", key).update(`v1.${seconds}.${name}.${digest}`).digest("base64url")}`;
}
