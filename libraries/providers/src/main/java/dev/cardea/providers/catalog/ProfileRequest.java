package dev.cardea.providers.catalog;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.QueryUrl;
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
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Describes the profile request of a provider for the catalogue. */
final class ProfileRequest {
    private ProfileRequest() {}

    /** Returns which requests fetch the profile, without network calls. */
    static Object of(OAuthProvider p) {
        if (p.isOidc() && p.idToken()) return "none (ID token claims)";
        var requests = new ArrayList<Claims>();
        var known = p.issuer() == null ? p.issuer(placeholder("issuer")).resolved() : p;
        var url = known.userinfo() == null ? null : known.userinfo().url();
        if (url == null) known = known.userinfo(placeholder("discovered userinfo_endpoint"));
        else if (url.startsWith("{")) known = known.userinfo(placeholder("userinfo"));
        var client = known.clientId(placeholder("clientId")).clientSecret(placeholder("clientSecret"));
        try {
            record(client, request -> {
                requests.add(describe(request));
                return Response.of(503);
            });
        } catch (RuntimeException noResponse) {
            // Expected: the recording client returns no profile.
        }
        return requests.isEmpty() ? "none (token answer)" : requests;
    }

    private static void record(OAuthProvider p, HttpHandler http) {
        var tokens = Claims.NONE;
        for (var name : List.of("access_token", "user_id", "openid", "uid"))
            tokens = tokens.with(name, placeholder(name));
        if (p.userinfoRequest().isPresent()) {
            p.userinfoRequest().get().fetch(TokenSet.of(tokens), p, http);
        } else {
            boolean signed = p.client().has("userinfo_signed_response_alg");
            http.handle(UserInfo.request(userinfo(p), placeholder("access_token"), signed));
        }
    }

    private static String userinfo(OAuthProvider p) {
        var endpoint = Objects.requireNonNull(p.userinfo(), "userinfo");
        return QueryUrl.of(Objects.requireNonNull(endpoint.url(), "url"))
                .setAll(endpoint.params())
                .toString();
    }

    /** Replaces {@code {name}} in an address, because braces are not allowed there. */
    private static String placeholder(String name) {
        return "https://" + name.replace('_', '-').replace(" ", "--") + ".stands";
    }

    private static String readable(String text) {
        var decoded =
                text.replace("%2C", ",").replace("%5B", "[").replace("%5D", "]").replace("%22", "\"");
        var found = Pattern.compile("https(?::|%3A)(?://|%2F%2F)([A-Za-z-]+)\\.placeholder(?:/$)?")
                .matcher(decoded);
        return found.replaceAll(name -> "{" + name.group(1).replace("--", " ").replace('-', '_') + "}");
    }

    private static Claims describe(Request request) {
        Map<String, String> headers = new TreeMap<>();
        request.headers()
                .fields()
                .forEach(field -> headers.put(field.name().toLowerCase(Locale.ROOT), readable(field.value())));
        headers.remove("host");
        var call = Claims.of("method", request.method())
                .with("url", readable(request.url()))
                .with("headers", headers);
        return request.body().length == 0 ? call : call.with("body", readable(request.text()));
    }
}
