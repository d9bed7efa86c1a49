package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Users sign in with their account on one Mastodon server.
 *
 * <p>On that server, open Preferences, then Development, and add an application with the scope {@code read}. The
 * issuer is {@code https://{instance}}.
 *
 * <p>Redirect URI: {@code /auth/callback/mastodon}. Variables: {@code AUTH_MASTODON_ID}, {@code AUTH_MASTODON_SECRET},
 * {@code AUTH_MASTODON_ISSUER}.
 */
public final class Mastodon {
    static final Brand BRAND = Brand.of(Mastodon::provider)
            .note("The profile doesn't contain an email address. To support several servers, add the "
                    + "provider once for every server, with different IDs.");

    private Mastodon() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("mastodon", "Mastodon")
                .checks(Check.PKCE, Check.STATE)
                .authorization("{issuer}/oauth/authorize")
                .scope("read")
                .token("{issuer}/oauth/token")
                .userinfo("{issuer}/api/v1/accounts/verify_credentials")
                .profile(Mapping.id("id").name("username").image("avatar_static"))
                .style(Style.of("#6364ff").mark(Marks.of("mastodon")));
    }
}
