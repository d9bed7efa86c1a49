// A mail server that keeps what it gets, and a page that shows it.
// node inbox.mjs [port of mail] [port of the page]
import { createServer as createHttp } from "node:http";
import { createServer } from "node:net";

const [smtp, http] = [process.argv[2] ?? 3225, process.argv[3] ?? 3226].map(Number);
const mails = [];
const look = "<style>:root{color-scheme:light dark}body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui}</style>";

createServer((socket) => {
  let text = "";
  let mail;
  const say = (line) => socket.write(`${line}\r\n`);
  say("220 inbox");
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    text += chunk;
    for (let at; (at = text.indexOf("\r\n")) >= 0; ) {
      const line = text.slice(0, at);
      text = text.slice(at + 2);
      if (mail !== undefined) {
        if (line !== ".") mail += `${line}\n`;
        else {
          mails.push(mail);
          mail = undefined;
          say("250 kept");
        }
      } else if (/^DATA/i.test(line)) {
        mail = "";
        say("354 go on");
      } else if (/^QUIT/i.test(line)) {
        say("221 bye");
        socket.end();
      } else say("250 inbox");
    }
  });
}).listen(smtp, "127.0.0.1");

/** Addresses in a mail, whatever its encoding. */
function links(mail) {
  const joined = mail.replace(/=\n/g, "").replace(/=3D/g, "=");
  const parts = joined.split(/\n\n/).map((part) => Buffer.from(part.replace(/\s/g, ""), "base64").toString());
  return new Set([joined, ...parts].flatMap((part) => part.match(/https?:\/\/[^\s"<>]+\/callback\/[^\s"<>]+/g) ?? []).map((link) => link.replaceAll("&amp;", "&")));
}

createHttp((_, response) => {
  const items = mails.map((mail) => {
    const to = (/^To: *<?([^>\n]*)/im.exec(mail)?.[1] ?? "").replace(/[<&]/g, "");
    const [link = ""] = links(mail);
    return `<li><a href="${link.replaceAll("&", "&amp;")}">Sign in</a> ${to}</li>`;
  });
  response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>Inbox</title>${look}<h1>Inbox</h1>${items.length ? `<ol>${items.join("")}</ol>` : "<p>No mail yet. Load this page again when you have asked for one.</p>"}`);
}).listen(http, "127.0.0.1", () => console.log(`inbox on http://127.0.0.1:${http}`));
