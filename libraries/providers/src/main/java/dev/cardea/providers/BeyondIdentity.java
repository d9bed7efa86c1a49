package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Beyond Identity.
 *
 * <p>Add an OIDC application in your realm's console, at https://console-us.beyondidentity.com or
 * https://console-eu.beyondidentity.com. The issuer is
 * {@code https://auth-{region}.beyondidentity.com/v1/tenants/{tenant}/realms/{realm}/applications/{app}}.
 *
 * <p>Redirect URI: {@code /auth/callback/beyondidentity}. Variables: {@code AUTH_BEYONDIDENTITY_ID},
 * {@code AUTH_BEYONDIDENTITY_SECRET}, {@code AUTH_BEYONDIDENTITY_ISSUER}.
 */
public final class BeyondIdentity {
    static final Brand BRAND =
            Brand.of(BeyondIdentity::provider).note("The user has an additional field, `preferred_username`.");

    private BeyondIdentity() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("beyondidentity", "Beyond Identity")
                .profile(
                        Mapping.id("sub").name("name").email("email").field("preferred_username", "preferred_username"))
                .style(Style.of("#5077c5"));
    }
}
