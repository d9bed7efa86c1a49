package dev.cardea.examples.demo;

import dev.cardea.Auth;
import dev.cardea.Passkeys;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.IsoTime;
import dev.cardea.model.UnlinkResult;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists, names and deletes the passkeys of the signed-in user, and reports them to the authenticators. */
final class PasskeysPage implements HttpHandler {
    private static final String ROW = """
            <tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td>
            <td><form method="post"><input type="hidden" name="id" value="%s"><label>Name <input name="name" maxlength="100" required></label>
            <button name="do" value="name">Rename</button></form></td>
            <td><form method="post"><input type="hidden" name="id" value="%5$s"><button name="do" value="delete">Delete</button></form></td></tr>
            """;

    /** Browsers stop offering what was deleted. */
    private static final String SIGNALS = """
            <script>{
              const signals = %s
              if (window.PublicKeyCredential) {
                for (const it of signals.allAcceptedCredentials) PublicKeyCredential.signalAllAcceptedCredentials?.(it)
                for (const it of signals.currentUserDetails) PublicKeyCredential.signalCurrentUserDetails?.(it)
              }
            }</script>
            """;

    private final Auth auth;

    PasskeysPage(Auth auth) {
        this.auth = auth;
    }

    @Override
    public Response handle(Request request) {
        var mine = auth.passkeys(request).orElse(null);
        if (mine == null) return Response.redirect("/auth/signin?callbackUrl=%2Fpasskeys");
        if (!request.method().equals("POST")) return page(mine, null);
        // Browsers say where a post comes from; one from elsewhere changes nothing here.
        if (!request.header("sec-fetch-site").equals(Optional.of("same-origin"))) return DemoPage.notFound();
        var fields = Form.decode(request.text());
        var id = fields.getOrDefault("id", "");
        if ("delete".equals(fields.get("do"))) {
            boolean isLast = mine.delete(id) == UnlinkResult.LAST_SIGN_IN_METHOD;
            return page(mine, isLast ? "You can't delete this passkey: it's your only way to sign in." : "Deleted.");
        }
        var name = fields.getOrDefault("name", "").strip();
        boolean usable = !name.isEmpty() && name.length() <= 100;
        return page(mine, usable && mine.rename(id, name) ? "Renamed." : "That name can't be used.");
    }

    private static Response page(Passkeys mine, @Nullable String told) {
        var out = new StringBuilder("<section><h1>Your passkeys</h1>");
        if (told != null) out.append("<p role=\"status\">").append(told).append("</p>");
        var all = mine.list();
        if (all.isEmpty()) out.append("<p>No passkeys yet.</p>");
        else out.append("<table><tr><th>Name<th>Created<th>Last used<th>Synced<th><th></tr>");
        for (var passkey : all) {
            out.append(ROW.formatted(
                    DemoPage.escape(passkey.name() == null ? "unnamed" : passkey.name()),
                    time(passkey.createdAt()),
                    time(passkey.lastUsedAt()),
                    passkey.isSynced() ? "yes" : "no",
                    DemoPage.escape(passkey.id())));
        }
        if (!all.isEmpty()) out.append("</table>");
        out.append(
                "<p><a class=\"button\" href=\"/auth/signin?callbackUrl=%2Fpasskeys\">Add a passkey</a></p></section>");
        out.append(SIGNALS.formatted(mine.signals().toJson().replace("<", "\\u003c")));
        return DemoPage.of("Passkeys", out.toString());
    }

    private static String time(@Nullable Instant time) {
        return time == null ? "never" : IsoTime.print(time).substring(0, 16).replace('T', ' ');
    }
}
