import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A device that keeps one passkey and answers as a browser would, without a screen (Web Authentication Level 3, 6.1 and 6.5). */
export class Authenticator {
  #id = randomBytes(16);
  #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #counter = 0;
  #user;

  /** @param origin of the page that asks */
  constructor(origin) {
    this.origin = origin;
  }

  /** Makes the passkey. */
  register({ challenge, rp, user }) {
    this.#user = user?.id;
    const { x, y } = this.#keys.publicKey.export({ format: "jwk" });
    const key = map([[1, 2], [3, -7], [-1, 1], [-2, Buffer.from(x, "base64url")], [-3, Buffer.from(y, "base64url")]]);
    const length = Buffer.from([0, this.#id.length]);
    const authData = Buffer.concat([this.#data(rp.id, 0x45), Buffer.alloc(16), length, this.#id, key]);
    const attestationObject = map([["fmt", "none"], ["attStmt", new Map()], ["authData", authData]]).toString("base64url");
    return this.#answer({ clientDataJSON: this.#client("webauthn.create", challenge).toString("base64url"), attestationObject, transports: ["internal"] });
  }

  /** Proves that it is there. */
  authenticate({ challenge, rpId }) {
    const clientDataJSON = this.#client("webauthn.get", challenge);
    const authenticatorData = this.#data(rpId, 0x05);
    const signed = Buffer.concat([authenticatorData, createHash("sha256").update(clientDataJSON).digest()]);
    const signature = sign("sha256", signed, this.#keys.privateKey);
    const texts = Object.entries({ clientDataJSON, authenticatorData, signature }).map(([name, bytes]) => [name, bytes.toString("base64url")]);
    return this.#answer({ ...Object.fromEntries(texts), userHandle: this.#user });
  }

  #answer(response) {
    const id = this.#id.toString("base64url");
    return JSON.stringify({ id, rawId: id, type: "public-key", response, clientExtensionResults: {}, authenticatorAttachment: "platform" });
  }

  #client(type, challenge) {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #data(rpId, flags) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#counter);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), counter]);
  }
}

/** A map of CBOR (RFC 8949): numbers, texts, bytes, and maps that are empty. */
function map(pairs) {
  return Buffer.concat([head(5, pairs.length), ...pairs.flatMap((pair) => pair.map(item))]);
}

function item(value) {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return head(5, 0);
}

function head(type, number) {
  if (number < 24) return Buffer.from([(type << 5) | number]);
  return number < 256 ? Buffer.from([(type << 5) | 24, number]) : Buffer.from([(type << 5) | 25, number >> 8, number & 255]);
}
