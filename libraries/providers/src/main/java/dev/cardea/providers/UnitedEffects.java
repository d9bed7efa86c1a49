package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * United Effects Auth.
 *
 * <p>Add a client to your auth group at https://auth.unitedeffects.com. The issuer is
 * {@code https://auth.unitedeffects.com/{authGroupId}}.
 *
 * <p>Redirect URI: {@code /auth/callback/united-effects}. Variables: {@code AUTH_UNITED_EFFECTS_ID},
 * {@code AUTH_UNITED_EFFECTS_SECRET}, {@code AUTH_UNITED_EFFECTS_ISSUER}.
 */
public final class UnitedEffects {
    static final Brand BRAND =
            Brand.of(UnitedEffects::provider).note("The profile doesn't contain a name or a picture.");

    private UnitedEffects() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("united-effects", "United Effects")
                .idToken(true)
                .scope("openid", "email", "profile")
                .authorizationParam("resource", "{issuer}")
                .style(Style.of("#1d6fb8"));
    }
}
