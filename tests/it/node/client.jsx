// The unmodified browser client on the smallest page that can have one. Tests call it by window.client.
import * as client from "next-auth/react"
import { createRoot } from "react-dom/client"

function Shown() {
  const session = client.useSession()
  window.client = { ...client, session }
  return <pre id="session">{JSON.stringify({ status: session.status, data: session.data })}</pre>
}

createRoot(document.getElementById("app")).render(
  <client.SessionProvider>
    <Shown />
  </client.SessionProvider>,
)
