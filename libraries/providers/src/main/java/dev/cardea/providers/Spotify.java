package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.EmailProof;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Spotify.
 *
 * <p>Create an app at https://developer.spotify.com/dashboard. Its redirect URI must use https. For local tests, use
 * 127.0.0.1 instead of localhost.
 *
 * <p>Redirect URI: {@code /auth/callback/spotify}. Variables: {@code AUTH_SPOTIFY_ID}, {@code AUTH_SPOTIFY_SECRET}.
 */
public final class Spotify {
    static final Brand BRAND = Brand.of(Spotify::provider)
            .note("Spotify doesn't verify email addresses, so Cardea never links two accounts because of one.");

    private Spotify() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("spotify", "Spotify")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://accounts.spotify.com/authorize")
                .scope("user-read-email")
                .token("https://accounts.spotify.com/api/token")
                .userinfo("https://api.spotify.com/v1/me")
                .emailProof(EmailProof.NEVER)
                .profile(Mapping.id("id").name("display_name").email("email").image("images?.[0]?.url"))
                .style(Style.of("#1db954").mark(Marks.of("spotify")));
    }
}
