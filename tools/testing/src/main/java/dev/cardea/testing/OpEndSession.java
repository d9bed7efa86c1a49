package dev.cardea.testing;

import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The logout endpoint (OpenID Connect RP-Initiated Logout §2). It asks the user unless an ID token shows who logs out. */
final class OpEndSession {
    static final String PATH = "/logout";

    private final OpKeys keys;
    private final Map<String, Client> clients;
    private final Supplier<String> issuer;
    private final Consumer<String> loggedOut;

    /** @param loggedOut gets the {@code sub} of each user who logs out without being asked */
    OpEndSession(OpKeys keys, Map<String, Client> clients, Supplier<String> issuer, Consumer<String> loggedOut) {
        this.keys = keys;
        this.clients = clients;
        this.issuer = issuer;
        this.loggedOut = loggedOut;
    }

    Response answer(Request request) {
        var params = Form.decode(request.method().equals("POST") ? request.text() : request.rawQuery());
        var client = clients.get(params.getOrDefault("client_id", ""));
        if (client == null) throw OpError.invalidRequest("client_id is unknown");
        var target = params.get("post_logout_redirect_uri");
        if (target == null || !client.logoutUris().contains(target)) {
            throw OpError.invalidRequest("post_logout_redirect_uri is not registered");
        }
        var hint = params.get("id_token_hint");
        if (hint == null) return OpPages.askLogout(params);
        loggedOut.accept(subject(hint, client));
        return back(target, params);
    }

    private String subject(String hint, Client client) {
        var claims = keys.verified(hint)
                .filter(it -> issuer.get().equals(it.text("iss")))
                .orElseThrow(() -> OpError.invalidRequest("id_token_hint is not valid"));
        if (!client.id().equals(claims.value("aud"))) {
            throw OpError.invalidRequest("id_token_hint is another client's");
        }
        return String.valueOf(claims.text("sub"));
    }

    private static Response back(String target, Map<String, String> params) {
        var state = params.get("state");
        return Response.redirect(state == null ? target : target + "?state=" + Form.encode(state));
    }
}
