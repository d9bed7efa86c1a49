(() => {
  "use strict"
  // A challenge lives a quarter of an hour, in one cookie for all tabs.
  const REARM = 10 * 60 * 1000
  let waiting

  const bytes = text => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0))
  const base64url = buffer =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")

  // The user's handle is sent as text, and its UTF-8 is the handle, for every client.
  const withHandle = options =>
    options.user
      ? { ...options, user: { ...options.user, id: base64url(new TextEncoder().encode(options.user.id)) } }
      : options

  const parsed = (action, sent) => {
    const options = withHandle(sent)
    const native = action === "register" ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON"
    if (PublicKeyCredential[native]) return PublicKeyCredential[native](options)
    const read = { ...options, challenge: bytes(options.challenge) }
    if (options.user) read.user = { ...options.user, id: bytes(options.user.id) }
    for (const list of ["excludeCredentials", "allowCredentials"])
      if (options[list]) read[list] = options[list].map(one => ({ ...one, id: bytes(one.id) }))
    return read
  }

  const written = credential => {
    if (credential.toJSON) return credential.toJSON()
    const { id, type, rawId, response } = credential
    const told = { clientDataJSON: base64url(response.clientDataJSON) }
    for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"])
      if (response[name]) told[name] = base64url(response[name])
    if (response.getTransports) told.transports = response.getTransports()
    return { id, type, rawId: base64url(rawId), response: told, clientExtensionResults: {} }
  }

  // Browsers with these methods (Web Authentication Level 3 §5.1.10) stop offering a passkey that is gone.
  const signal = async (method, what) => {
    try {
      await window.PublicKeyCredential?.[method]?.(what)
    } catch (error) {
      console.info("passkey signal: " + error.message)
    }
  }

  const SIGNALS = {
    unknownCredentials: "signalUnknownCredential",
    allAcceptedCredentials: "signalAllAcceptedCredentials",
    currentUserDetails: "signalCurrentUserDetails"
  }

  const start = form => {
    const says = form.querySelector("[data-passkey-says]")
    const button = form.querySelector("button")
    // Where methods share one address field, it is in another form.
    const methods = form.closest(".methods") || form
    const say = name => {
      says.textContent = says.dataset[name] || ""
    }

    const ask = async query => {
      const url = form.dataset.passkey + "?" + new URLSearchParams(query)
      const answer = await fetch(url, { credentials: "same-origin", cache: "no-store" })
      if (answer.ok) return answer.json()
      throw Object.assign(new Error("options " + answer.status), { status: answer.status })
    }

    // Who is signed in has to say what for, and wants another passkey.
    const askFor = fields =>
      ask(fields).catch(error => {
        if (error.status !== 400) throw error
        return ask([...fields, ["action", "register"]])
      })

    const send = (action, credential) => {
      for (const [name, value] of [["action", action], ["data", JSON.stringify(written(credential))]]) {
        const field = document.createElement("input")
        Object.assign(field, { type: "hidden", name, value })
        form.append(field)
      }
      form.submit()
    }

    // Whether a new user is admitted is decided when the authenticator has made the passkey. Other errors say nothing
    // about it: the site has it after a request that was sent twice.
    const register = async ({ rp }, credential) => {
      const body = new URLSearchParams(new FormData(form))
      body.set("action", "register")
      body.set("data", JSON.stringify(written(credential)))
      const headers = { "X-Auth-Return-Redirect": "1" }
      const sent = { method: "POST", body, headers, credentials: "same-origin" }
      const answer = await fetch(form.getAttribute("action"), sent)
      const { url } = await answer.json()
      const error = answer.headers.has("Cardea-Error-Id") && new URL(url, location.href).searchParams.get("error")
      const made = { rpId: rp.id, credentialId: credential.id }
      if (error === "AccessDenied") await signal("signalUnknownCredential", made)
      location.assign(url)
    }

    const autofill = async () => {
      if (!("passkeyAutofill" in form.dataset)) return
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
      waiting?.abort()
      const mine = (waiting = new AbortController())
      try {
        const { options } = await ask({ action: "authenticate" })
        if (mine.signal.aborted) return
        const publicKey = parsed("authenticate", options)
        const credential = await navigator.credentials.get({ publicKey, mediation: "conditional", signal: mine.signal })
        if (credential) send("authenticate", credential)
      } catch (error) {
        if (error.name !== "AbortError") console.info("passkey autofill: " + error.message)
      }
    }

    const pressed = async event => {
      event.preventDefault()
      const fields = [...methods.querySelectorAll("[data-form-field]")].map(field => [field.name, field.value.trim()])
      waiting?.abort()
      say("")
      button.disabled = true
      try {
        const { action, options } = await askFor(fields)
        const publicKey = parsed(action, options)
        if (action === "register") await register(options, await navigator.credentials.create({ publicKey }))
        else send(action, await navigator.credentials.get({ publicKey }))
      } catch (error) {
        const names = { NotAllowedError: "cancelled", AbortError: "cancelled", InvalidStateError: "known" }
        say(names[error.name] || "failed")
        button.disabled = false
        autofill()
      }
    }

    if (!window.PublicKeyCredential) {
      say("unsupported")
      button.disabled = true
      return
    }
    const again = () => {
      if (document.visibilityState === "visible" && !button.disabled) autofill()
    }
    form.noValidate = true
    form.addEventListener("submit", pressed)
    document.addEventListener("visibilitychange", again)
    window.addEventListener("pageshow", event => {
      if (event.persisted) button.disabled = false
      if (event.persisted) again()
    })
    setInterval(again, REARM)
    autofill()
  }

  document.querySelectorAll("form[data-passkey]").forEach(start)
  document.querySelectorAll("[data-passkey-signals]").forEach(element => {
    for (const [name, list] of Object.entries(JSON.parse(element.dataset.passkeySignals)))
      for (const each of list) signal(SIGNALS[name], each)
  })
})()
