package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * WorkOS adds enterprise single sign-on.
 *
 * <p>Add the redirect URI under Redirects at https://dashboard.workos.com. The client secret is your API key. If your
 * organization doesn't use {@code https://api.workos.com/}, set {@code AUTH_WORKOS_ISSUER} to its URL.
 *
 * <p>Redirect URI: {@code /auth/callback/workos}. Variables: {@code AUTH_WORKOS_ID}, {@code AUTH_WORKOS_SECRET}.
 */
public final class WorkOs {
    static final Brand BRAND = Brand.of(
                    options -> provider().authorizationParam("connection", options.get("connection")),
                    Option.of("connection", "", "the ID of a connection"))
            .note("WorkOS must know where the users of a sign-in come from. Set the option `connection`, or "
                    + "send `connection`, `organization`, `domain` or `provider` as a parameter of every "
                    + "sign-in.");

    private WorkOs() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("workos", "WorkOS")
                .checks(Check.PKCE, Check.STATE)
                .defaultIssuer("https://api.workos.com/")
                .authorization("{issuer}/sso/authorize")
                .scope("openid", "profile", "email")
                .authorizationParam("connection", "")
                .token("{issuer}/sso/token")
                .userinfo("{issuer}/sso/profile")
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("id")
                        .nameOf("first_name", "last_name")
                        .email("email")
                        .image("raw_attributes.picture"))
                .style(Style.of("#6363f1"));
    }
}
