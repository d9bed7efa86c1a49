package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * A Mastodon server of your choice.
 *
 * <p>Add an application with the scope read under Preferences, Development on that server. Callback address:
 * {@code /auth/callback/mastodon}. Variables: {@code AUTH_MASTODON_ID}, {@code AUTH_MASTODON_SECRET},
 * {@code AUTH_MASTODON_ISSUER}: {@code https://{instance}}.
 */
public final class Mastodon {
    static final Brand BRAND = Brand.of(Mastodon::provider)
            .note("The profile contains no e-mail address. One provider is one server: give several providers "
                    + "their own ids.");

    private Mastodon() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("mastodon", "Mastodon")
                .checks(Check.PKCE, Check.STATE)
                .authorization("{issuer}/oauth/authorize")
                .scope("read")
                .token("{issuer}/oauth/token")
                .userinfo("{issuer}/api/v1/accounts/verify_credentials")
                .profile(Mapping.id("id").name("username").image("avatar_static"))
                .style(Style.of("#6364ff"));
    }
}
