package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * This provider is for a CAS server that you host yourself, in OAuth mode.
 *
 * <p>Add an OAuth service with a client ID and secret to the server's service registry, and set the option
 * {@code casOAuthUrl} to the URL of its OAuth endpoints, for example {@code https://cas.example/cas/oauth2.0}.
 *
 * <p>Redirect URI: {@code /auth/callback/cas-oauth}. Variables: {@code AUTH_CAS_OAUTH_ID},
 * {@code AUTH_CAS_OAUTH_SECRET}.
 */
public final class CasOAuth {
    static final Brand BRAND = Brand.of(
                    CasOAuth::with,
                    Option.needed("casOAuthUrl", "the URL of the server's OAuth endpoints")
                            .as(Option.Kind.URL),
                    Option.of("casLogoutUrl", null, "has no effect").as(Option.Kind.URL),
                    Option.of("jsonTokenExtractor", "true", "set `false` if the server returns tokens as a form")
                            .as(Option.Kind.FLAG),
                    Option.of("accessTokenVerb", "POST", "the HTTP method of the token request")
                            .among("POST", "PUT"))
            .note("Older CAS servers return tokens as a form instead of JSON (set `jsonTokenExtractor: "
                    + "false`) or expect a PUT (set `accessTokenVerb: PUT`). Cardea reads name and email "
                    + "address from the attributes, including the lists that older servers send. Signing out of "
                    + "your site doesn't end the session at the CAS server, so `casLogoutUrl` has no effect.");

    private CasOAuth() {}

    /** @param casOAuthUrl such as {@code https://cas.example/cas/oauth2.0} */
    public static OAuthProvider provider(String casOAuthUrl) {
        var server = casOAuthUrl.replaceFirst("/$", "");
        return OAuthProvider.oauth("cas-oauth", "CAS")
                .authorization(server + "/authorize")
                .checks(Check.STATE)
                .token(server + "/accessToken")
                .conform(TokenResponseFix.tokens(TokenResponseFix::bearer))
                .userinfo(server + "/profile")
                .userinfoRequest(CasOAuth::person)
                .profile(Mapping.id("id")
                        .name(
                                "displayName, name or cn of the attributes",
                                profile -> of(profile, "displayName", "name", "cn"))
                        .email("mail or email of the attributes", profile -> of(profile, "mail", "email")))
                .style(Style.of("#153e50"));
    }

    private static OAuthProvider with(Options options) {
        var provider = provider(options.get("casOAuthUrl"));
        var verb = options.get("accessTokenVerb");
        if (options.flag("jsonTokenExtractor") && verb.equals("POST")) return provider;
        return provider.tokenRequest((params, checks, p, http) -> redeem(params, checks, p, http, verb));
    }

    private static Claims redeem(
            Claims params, Claims checks, ClientRegistration provider, HttpHandler http, String verb) {
        HttpHandler sent = request -> http.handle(
                Request.of(verb, request.url()).headers(request.headers()).body(request.text()));
        return CodeGrant.tokensOfAnyForm(ApiCall.post(ApiCall.token(provider), CodeGrant.form(params, checks))
                .header("authorization", CodeGrant.basic(provider))
                .send(sent));
    }

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        return ApiCall.get(ApiCall.userinfo(provider)).bearer(tokens).object(http);
    }

    /**
     * Returns the first of several attributes: in an object, in a list of objects with one key each, or beside the id.
     */
    private static @Nullable Object of(Claims profile, String... names) {
        for (var name : names) {
            var value = of(profile, name);
            if (value != null) return value;
        }
        return null;
    }

    private static @Nullable Object of(Claims profile, String name) {
        var object = profile.get(Claim.object("attributes")).map(all -> all.value(name));
        if (object.isPresent()) return single(object.get());
        for (var each : profile.get(Claim.list("attributes")).orElse(List.of())) {
            if (each instanceof Map<?, ?> one && one.get(name) != null) return single(one.get(name));
        }
        return single(profile.value(name));
    }

    /** Returns the first value of an attribute, which may have several. */
    private static @Nullable Object single(@Nullable Object value) {
        return value instanceof List<?> several ? several.stream().findFirst().orElse(null) : value;
    }
}
