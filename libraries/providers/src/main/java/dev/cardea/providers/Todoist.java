package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Todoist.
 *
 * <p>Create an app at https://app.todoist.com/app/settings/integrations/app-management.
 *
 * <p>Redirect URI: {@code /auth/callback/todoist}. Variables: {@code AUTH_TODOIST_ID}, {@code AUTH_TODOIST_SECRET}.
 */
public final class Todoist {
    static final Brand BRAND = Brand.of(Todoist::provider)
            .note("Cardea gets the user from a sync request that asks for nothing but the user.");

    private Todoist() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("todoist", "Todoist")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://todoist.com/oauth/authorize")
                .scope("data:read")
                .token("https://todoist.com/oauth/access_token")
                .userinfo("https://api.todoist.com/api/v1/sync")
                .userinfoRequest(Todoist::person)
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("id").name("full_name").email("email").image("avatar_big"))
                .style(Style.of("#E44332"));
    }

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        return ApiCall.post(ApiCall.userinfo(provider))
                .field("sync_token", "*")
                .field("resource_types", "[\"user\"]")
                .bearer(tokens)
                .object(http)
                .get(Claim.object("user"))
                .orElseThrow(() -> new OAuthException("Todoist returned no user"));
    }
}
