(() => {
  "use strict"
  // In place of the browser's authenticator; see PasskeysPage.
  const PAGE = "/_cardea/passkeys"
  const base64url = buffer =>
    btoa(String.fromCharCode(...new Uint8Array(ArrayBuffer.isView(buffer) ? buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength) : buffer)))
      .replace(/\+/g, "-")
      .replace(/\//g, "_")
      .replace(/=+$/, "")
  const bytes = text =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), letter => letter.charCodeAt(0)).buffer

  const written = value => {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return base64url(value)
    if (Array.isArray(value)) return value.map(written)
    if (value && typeof value === "object")
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, written(each)]))
    return value
  }

  const credential = json => {
    const response = {}
    for (const [name, value] of Object.entries(json.response))
      response[name] = typeof value === "string" ? bytes(value) : value
    response.getTransports = () => json.response.transports ?? []
    return {
      ...json,
      rawId: bytes(json.rawId),
      response,
      getClientExtensionResults: () => ({}),
      toJSON: () => json
    }
  }

  const ask = async (operation, { publicKey, signal }) => {
    const { extensions, ...options } = publicKey
    const body = new URLSearchParams({ operation, origin: location.origin, options: JSON.stringify(written(options)) })
    const answer = await fetch(PAGE, { method: "POST", body, signal, credentials: "same-origin" })
    const json = await answer.json()
    if (answer.ok) return credential(json)
    throw new DOMException(json.message, json.error)
  }

  // Autofill waits for a click of the user, who has none here: the button of the page is the way to sign in.
  const waits = signal =>
    new Promise((done, fail) => signal?.addEventListener("abort", () => fail(new DOMException("aborted", "AbortError"))))

  window.PublicKeyCredential ??= class {}
  const container = {
    create: options => ask("create", options),
    get: options => (options.mediation === "conditional" ? waits(options.signal) : ask("get", options)),
    preventSilentAccess: () => Promise.resolve(),
    store: () => Promise.reject(new DOMException("not supported", "NotSupportedError"))
  }
  Object.defineProperty(navigator, "credentials", { configurable: true, value: container })
})()
