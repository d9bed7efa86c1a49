package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Linear.
 *
 * <p>Create an OAuth application at https://linear.app/settings/api/applications/new.
 *
 * <p>Redirect URI: {@code /auth/callback/linear}. Variables: {@code AUTH_LINEAR_ID}, {@code AUTH_LINEAR_SECRET}.
 */
public final class Linear {
    static final Brand BRAND = Brand.of(Linear::provider)
            .note("Cardea reads the profile with a GraphQL query for the viewer. Linear doesn't support PKCE.");

    private static final String QUERY = "query { viewer { id name email avatarUrl active createdAt updatedAt } }";

    private Linear() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("linear", "Linear")
                .authorization("https://linear.app/oauth/authorize")
                .scope("read")
                .checks(Check.STATE)
                .token("https://api.linear.app/oauth/token")
                .userinfo("https://api.linear.app/graphql")
                .userinfoRequest(Linear::viewer)
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("data.viewer.id")
                        .name("data.viewer.name")
                        .email("data.viewer.email")
                        .image("data.viewer.avatarUrl"))
                .style(Style.of("#5e6ad2").mark(Marks.of("linear")));
    }

    private static Claims viewer(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        var answer = ApiCall.post(ApiCall.userinfo(provider), Claims.of("query", QUERY))
                .bearer(tokens)
                .object(http);
        // GraphQL reports errors with status 200.
        if (answer.has("errors")) throw new OAuthException("Linear responded with an error");
        return answer;
    }
}
