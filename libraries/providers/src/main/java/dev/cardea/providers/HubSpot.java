package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.Objects;

/**
 * HubSpot.
 *
 * <p>Create an app at https://app.hubspot.com/developer.
 *
 * <p>Redirect URI: {@code /auth/callback/hubspot}. Variables: {@code AUTH_HUBSPOT_ID}, {@code AUTH_HUBSPOT_SECRET}.
 */
public final class HubSpot {
    static final Brand BRAND = Brand.of(HubSpot::provider)
            .note("Cardea finds the user by introspecting the access token, with API version 2026-03. "
                    + "HubSpot retires version 1 in February 2027. The email address is also the name.");

    private HubSpot() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("hubspot", "HubSpot")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://app.hubspot.com/oauth/authorize")
                .scope("oauth")
                .token("https://api.hubapi.com/oauth/2026-03/token")
                .userinfo("https://api.hubapi.com/oauth/2026-03/token/introspect")
                .userinfoRequest(HubSpot::person)
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("user_id").name("user").email("user"))
                .style(Style.of("#ff7a59"));
    }

    /** RFC 7662. The response repeats the token, which is not part of the profile. */
    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        var answer = ApiCall.post(ApiCall.userinfo(provider))
                .field("token", ApiCall.accessToken(tokens))
                .field("token_type_hint", "access_token")
                .field("client_id", Objects.requireNonNull(provider.clientId(), "clientId"))
                .field("client_secret", Objects.requireNonNull(provider.clientSecret(), "clientSecret"))
                .object(http);
        if (Boolean.FALSE.equals(answer.value("active"))) throw new OAuthException("HubSpot's token is not active");
        return answer.without("token").without("signed_access_token");
    }
}
