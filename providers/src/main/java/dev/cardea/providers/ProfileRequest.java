package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.oauth.UserInfo;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.OAuthProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Describes the profile request of a provider for the catalogue. */
final class ProfileRequest {
    private ProfileRequest() {}

    /** Finds out which requests fetch the profile, without network calls. */
    static Object of(OAuthProvider p) {
        if (p.isOidc() && p.idToken()) return "none (ID token claims)";
        var asked = new ArrayList<Claims>();
        var known = p.issuer() == null ? p.issuer(stands("issuer")).resolved() : p;
        var url = known.userinfo() == null ? null : known.userinfo().url();
        if (url == null) known = known.userinfo(stands("discovered userinfo_endpoint"));
        else if (url.startsWith("{")) known = known.userinfo(stands("userinfo"));
        var client = known.clientId(stands("clientId")).clientSecret(stands("clientSecret"));
        try {
            ask(client, request -> {
                asked.add(described(request));
                return Response.of(503);
            });
        } catch (RuntimeException nobodyAnswered) {
            // Expected: the recording client returns no profile.
        }
        return asked.isEmpty() ? "none (token answer)" : asked;
    }

    private static void ask(OAuthProvider p, HttpHandler http) {
        var tokens = Claims.NONE;
        for (var name : List.of("access_token", "user_id", "openid", "uid")) tokens = tokens.with(name, stands(name));
        if (p.userinfoRequest().isPresent()) {
            p.userinfoRequest().get().fetch(TokenSet.of(tokens), p, http);
        } else {
            boolean signed = p.client().has("userinfo_signed_response_alg");
            http.handle(UserInfo.request(ApiCall.userinfo(p), stands("access_token"), signed));
        }
    }

    /** Replaces {@code {name}} in an address, because braces are not allowed there. */
    private static String stands(String name) {
        return "https://" + name.replace('_', '-').replace(" ", "--") + ".stands";
    }

    private static String named(String text) {
        var readable =
                text.replace("%2C", ",").replace("%5B", "[").replace("%5D", "]").replace("%22", "\"");
        var found = Pattern.compile("https(?::|%3A)(?://|%2F%2F)([A-Za-z-]+)\\.stands(?:/$)?")
                .matcher(readable);
        return found.replaceAll(name -> "{" + name.group(1).replace("--", " ").replace('-', '_') + "}");
    }

    private static Claims described(Request request) {
        Map<String, String> headers = new TreeMap<>();
        request.headers()
                .fields()
                .forEach(field -> headers.put(field.name().toLowerCase(Locale.ROOT), named(field.value())));
        headers.remove("host");
        var said = Claims.of("method", request.method())
                .with("url", named(request.url()))
                .with("headers", headers);
        return request.body().length == 0 ? said : said.with("body", named(request.text()));
    }
}
