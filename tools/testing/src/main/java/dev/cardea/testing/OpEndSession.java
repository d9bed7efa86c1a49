package dev.cardea.testing;

import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.util.Map;

/** The logout endpoint (OpenID Connect RP-Initiated Logout §2). It asks the user unless an ID token shows who logs out. */
final class OpEndSession {
    static final String PATH = "/logout";

    private final IdentityProvider provider;
    private final OpKeys keys;

    OpEndSession(IdentityProvider provider, OpKeys keys) {
        this.provider = provider;
        this.keys = keys;
    }

    Response answer(Request request) {
        var params = Form.decode(request.method().equals("POST") ? request.text() : request.rawQuery());
        var client = provider.client(params.getOrDefault("client_id", "")).orElse(null);
        if (client == null) return broken("client_id is unknown");
        var target = params.get("post_logout_redirect_uri");
        if (target == null || !client.logoutUris().contains(target)) {
            return broken("post_logout_redirect_uri is not registered");
        }
        var hint = params.get("id_token_hint");
        if (hint == null) return OpPages.askLogout(params);
        var claims = keys.verified(hint).orElse(null);
        if (claims == null || !provider.issuer().equals(claims.text("iss")))
            return broken("id_token_hint is not valid");
        if (!client.id().equals(claims.value("aud"))) return broken("id_token_hint is another client's");
        provider.loggedOut(String.valueOf(claims.text("sub")));
        return back(target, params);
    }

    private static Response back(String target, Map<String, String> params) {
        var state = params.get("state");
        return Response.redirect(state == null ? target : target + "?state=" + Form.encode(state));
    }

    private Response broken(String why) {
        provider.complain("logout: " + why);
        return OpPages.broken(why);
    }
}
