package dev.cardea.it.reference;

import dev.cardea.json.Claims;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The configurations under which we are compared. */
final class Sites {
    static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String OLD = "0f9e8d7c6b5a49382716051423324150-of-the-tests";

    private Sites() {}

    static Map<String, Claims> all(String issuer) {
        var sites = new LinkedHashMap<String, Claims>();
        sites.put("plain", site("https://app.example", issuer).with("credentials", true));
        sites.put(
                "tokens",
                site("https://app.example", issuer)
                        .with("credentials", true)
                        .with("adapter", true)
                        .with("email", true)
                        .with("strategy", "jwt")
                        .with("callbacks", true));
        sites.put(
                "rows",
                site("https://app.example", issuer)
                        .with("adapter", true)
                        .with("email", true)
                        .with("strategy", "database")
                        .with("callbacks", true));
        sites.put(
                "own",
                site("http://localhost:3000", issuer)
                        .with("basePath", "/api/auth")
                        .with("secret", List.of(SECRET, OLD))
                        .with("credentials", true)
                        .with("adapter", true)
                        .with("email", true)
                        .with("strategy", "jwt")
                        .with(
                                "pages",
                                Claims.of("signIn", "/login")
                                        .with("signOut", "/bye")
                                        .with("error", "/oops")
                                        .with("verifyRequest", "/sent")
                                        .with("newUser", "/welcome")));
        return sites;
    }

    private static Claims site(String origin, String issuer) {
        return Claims.of("origin", origin)
                .with("basePath", "/auth")
                .with("secret", SECRET)
                .with("ops", List.of(openId(issuer), legacy(issuer)));
    }

    private static Claims openId(String issuer) {
        return Claims.of("id", "op")
                .with("name", "Demo ID")
                .with("type", "oidc")
                .with("issuer", issuer)
                .with("clientId", "app")
                .with("clientSecret", "app-secret")
                .with("checks", List.of("pkce", "state", "nonce"));
    }

    private static Claims legacy(String issuer) {
        return Claims.of("id", "legacy")
                .with("name", "Legacy")
                .with("type", "oauth")
                .with("authorization", issuer + "/authorize?scope=profile+email")
                .with("token", issuer + "/token")
                .with("userinfo", issuer + "/userinfo")
                .with("clientId", "app")
                .with("clientSecret", "app-secret")
                .with("checks", List.of("pkce", "state"));
    }
}
