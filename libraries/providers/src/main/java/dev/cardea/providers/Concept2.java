package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Users sign in with their Concept2 Logbook account.
 *
 * <p>Create an application at https://log.concept2.com/developers/keys.
 *
 * <p>Redirect URI: {@code /auth/callback/concept2}. Variables: {@code AUTH_CONCEPT2_ID}, {@code AUTH_CONCEPT2_SECRET}.
 */
public final class Concept2 {
    static final Brand BRAND = Brand.of(Concept2::provider)
            .scopeSeparator(ScopeSeparator.COMMA)
            .note("Scopes are separated by commas. The default scopes include writing results. Set "
                    + "`scope(\"user:read\")` if you don't need that.");

    private Concept2() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("concept2", "Concept2")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://log.concept2.com/oauth/authorize")
                .scope("user:read,results:write")
                .token("https://log.concept2.com/oauth/access_token")
                .userinfo("https://log.concept2.com/api/users/me")
                .profile(Mapping.id("data.id")
                        .name("data.username")
                        .email("data.email")
                        .image("data.profile_image"))
                .style(Style.of("#0a6ebd"));
    }
}
