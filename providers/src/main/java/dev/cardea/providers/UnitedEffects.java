package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * United Effects Auth.
 *
 * <p>Add a client to your auth group at https://auth.unitedeffects.com. Callback address:
 * {@code /auth/callback/united-effects}. Variables: {@code AUTH_UNITED_EFFECTS_ID}, {@code AUTH_UNITED_EFFECTS_SECRET},
 * {@code AUTH_UNITED_EFFECTS_ISSUER}: {@code https://auth.unitedeffects.com/{authGroupId}}.
 */
public final class UnitedEffects {
    static final Brand BRAND = Brand.of(UnitedEffects::provider).note("The profile contains no name and no picture.");

    private UnitedEffects() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("united-effects", "United Effects")
                .idToken(true)
                .scope("openid", "email", "profile")
                .authorizationParam("resource", "{issuer}")
                .style(Style.of("#1d6fb8"));
    }
}
