package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.oauth.UserInfo;
import dev.cardea.provider.OAuthProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** How a brand asks for the profile, in a list's words. */
final class ProfileRequest {
    private ProfileRequest() {}

    /** What is asked to learn who somebody is: found out by asking nobody. */
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
            // That was to be expected.
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
            http.handle(UserInfo.request(Call.userinfo(p), stands("access_token"), signed));
        }
    }

    /** An address that stands for {@code {name}}, since braces cannot stand in one. */
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
