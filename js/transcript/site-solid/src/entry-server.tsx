// @refresh reload
import { createHandler, StartServer } from "@solidjs/start/server";

export default createHandler(() => (
  <StartServer
    document={({ assets, children, scripts }) => (
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          {assets}
        </head>
        <body style="font-family: system-ui; max-width: 40rem; margin: 2rem auto">
          <div id="app">{children}</div>
          {scripts}
        </body>
      </html>
    )}
  />
));
