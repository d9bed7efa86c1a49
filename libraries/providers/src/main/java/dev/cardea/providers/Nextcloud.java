package dev.cardea.providers;

import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import org.jspecify.annotations.Nullable;

/**
 * Users sign in with their account on your Nextcloud server.
 *
 * <p>Open Administration settings, then Security, and add a client under OAuth 2.0 clients. The issuer is
 * {@code https://{server}}.
 *
 * <p>Redirect URI: {@code /auth/callback/nextcloud}. Variables: {@code AUTH_NEXTCLOUD_ID},
 * {@code AUTH_NEXTCLOUD_SECRET}, {@code AUTH_NEXTCLOUD_ISSUER}.
 */
public final class Nextcloud {
    static final Brand BRAND = Brand.of(Nextcloud::provider)
            .note("The token response contains the user's ID, and Cardea requests the profile with it. The "
                    + "picture is a URL on your server.");

    private Nextcloud() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("nextcloud", "Nextcloud")
                .checks(Check.PKCE, Check.STATE)
                .authorization("{issuer}/apps/oauth2/authorize")
                .scope("openid", "profile", "email")
                .token("{issuer}/apps/oauth2/api/v1/token")
                .userinfo("{issuer}/ocs/v1.php/cloud/users")
                .userinfoRequest(Nextcloud::person)
                .profile(Mapping.id("id")
                        .name("displayname")
                        .email("email")
                        .image("the avatar on the server", Nextcloud::avatar))
                .style(Style.of("#0082C9"));
    }

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        var user = tokens.claims().text("user_id");
        if (user == null) throw new OAuthException("Nextcloud's token response contains no user_id");
        return ApiCall.get(ApiCall.userinfo(provider) + "/" + Form.encodeComponent(user))
                .bearer(tokens)
                .header("ocs-apirequest", "true")
                .object(http)
                .get(Claim.object("ocs"))
                .flatMap(ocs -> ocs.get(Claim.object("data")))
                .orElseThrow(() -> new OAuthException("Nextcloud returned no user"));
    }

    private static @Nullable Object avatar(
            Profile profile, TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        var issuer = provider.issuer();
        if (issuer == null) return null;
        return issuer.replaceFirst("/$", "") + "/avatar/" + profile.claims().value("id") + "/512";
    }
}
