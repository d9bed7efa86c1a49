package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Zoom.
 *
 * <p>Create a General App that is user-managed at https://marketplace.zoom.us/develop/create, with the scope
 * {@code user:read:user}.
 *
 * <p>Redirect URI: {@code /auth/callback/zoom}. Variables: {@code AUTH_ZOOM_ID}, {@code AUTH_ZOOM_SECRET}.
 */
public final class Zoom {
    static final Brand BRAND =
            Brand.of(Zoom::provider).note("You choose the scopes in the marketplace, so Cardea doesn't request any.");

    private Zoom() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("zoom", "Zoom")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://zoom.us/oauth/authorize")
                .scope("")
                .token("https://zoom.us/oauth/token")
                .userinfo("https://api.zoom.us/v2/users/me")
                .profile(Mapping.id("id")
                        .nameOf("first_name", "last_name")
                        .email("email")
                        .image("pic_url"))
                .style(Style.of("#0b5cff"));
    }
}
