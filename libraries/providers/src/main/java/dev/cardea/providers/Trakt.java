package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.Objects;

/**
 * Trakt.
 *
 * <p>Create an application at https://trakt.tv/oauth/applications.
 *
 * <p>Redirect URI: {@code /auth/callback/trakt}. Variables: {@code AUTH_TRAKT_ID}, {@code AUTH_TRAKT_SECRET}.
 */
public final class Trakt {
    static final Brand BRAND = Brand.of(Trakt::provider)
            .worksWithCare("the account id is the user name, which users can change")
            .note("The account ID is the username, so someone who changes it becomes a new user of your "
                    + "site. The profile doesn't contain an email address. Trakt doesn't allow you to show "
                    + "pictures directly from its servers, so keep a copy.");

    private Trakt() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("trakt", "Trakt")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://trakt.tv/oauth/authorize")
                .scope("")
                .token("https://api.trakt.tv/oauth/token")
                .userinfo("https://api.trakt.tv/users/me")
                .userinfoParam("extended", "full")
                .userinfoRequest(Trakt::person)
                .profile(Mapping.id("ids.slug").name("name").image("images.avatar.full"))
                .style(Style.of("#ED2224"));
    }

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        return ApiCall.get(ApiCall.userinfo(provider))
                .bearer(tokens)
                .header("trakt-api-version", "2")
                .header("trakt-api-key", Objects.requireNonNull(provider.clientId(), "clientId"))
                .object(http);
    }
}
