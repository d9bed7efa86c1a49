package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Users sign in with the account they use on Wikipedia and its sister projects.
 *
 * <p>Propose an OAuth 2.0 consumer at
 * https://meta.wikimedia.org/wiki/Special:OAuthConsumerRegistration/propose/oauth2.
 *
 * <p>Redirect URI: {@code /auth/callback/wikimedia}. Variables: {@code AUTH_WIKIMEDIA_ID},
 * {@code AUTH_WIKIMEDIA_SECRET}.
 */
public final class Wikimedia {
    static final Brand BRAND = Brand.of(Wikimedia::provider).note("Some users don't have an email address.");

    private Wikimedia() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("wikimedia", "Wikimedia")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://meta.wikimedia.org/w/rest.php/oauth2/authorize")
                .scope("")
                .token("https://meta.wikimedia.org/w/rest.php/oauth2/access_token")
                .userinfo("https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile")
                .profile(Mapping.id("sub").name("username").email("email"))
                .style(Style.of("#000"));
    }
}
