package dev.cardea.providers;

import dev.cardea.json.Claims;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Twitch.
 *
 * <p>Register an application at https://dev.twitch.tv/console/apps.
 *
 * <p>Redirect URI: {@code /auth/callback/twitch}. Variables: {@code AUTH_TWITCH_ID}, {@code AUTH_TWITCH_SECRET}.
 */
public final class Twitch {
    static final Brand BRAND = Brand.of(Twitch::provider)
            .note("Cardea requests email address, picture and name as claims, so they're in the ID token. "
                    + "Twitch returns the granted scopes as a list, which Cardea stores as text.");

    private Twitch() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("twitch", "Twitch")
                .defaultIssuer("https://id.twitch.tv/oauth2")
                .scope("openid", "user:read:email")
                .authorizationParam(
                        "claims", "{\"id_token\":{\"email\":null,\"picture\":null,\"preferred_username\":null}}")
                .client("token_endpoint_auth_method", "client_secret_post")
                .conform(TokenResponseFix.tokens(Twitch::withScopeText))
                .style(Style.of("#65459B").mark(Marks.of("twitch")));
    }

    private static Claims withScopeText(Claims tokens) {
        var scope = tokens.value("scope");
        if (scope == null || scope instanceof String) return tokens;
        if (!(scope instanceof List<?> list)) return tokens.without("scope");
        return tokens.with("scope", list.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }
}
