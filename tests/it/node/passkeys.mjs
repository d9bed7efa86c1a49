// The unmodified browser client for passkeys. Tests call it by window.client.
import { getSession, signOut } from "next-auth/react"
import { signIn } from "next-auth/webauthn"

window.client = { getSession, signOut, signIn }
