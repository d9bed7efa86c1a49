package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Patreon.
 *
 * <p>Create a client with API version 2 at https://www.patreon.com/portal/registration/register-clients.
 *
 * <p>Redirect URI: {@code /auth/callback/patreon}. Variables: {@code AUTH_PATREON_ID}, {@code AUTH_PATREON_SECRET}.
 */
public final class Patreon {
    static final Brand BRAND = Brand.of(Patreon::provider);

    private Patreon() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("patreon", "Patreon")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://www.patreon.com/oauth2/authorize")
                .scope("identity", "identity[email]")
                .token("https://www.patreon.com/api/oauth2/token")
                .userinfo("https://www.patreon.com/api/oauth2/v2/identity")
                .userinfoParam("fields[user]", "full_name,email,image_url")
                .profile(Mapping.id("data.id")
                        .name("data.attributes.full_name")
                        .email("data.attributes.email")
                        .image("data.attributes.image_url"))
                .style(Style.of("#e85b46"));
    }
}
