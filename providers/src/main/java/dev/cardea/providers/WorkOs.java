package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * WorkOS single sign-on.
 *
 * <p>Set the redirect at https://dashboard.workos.com. Callback address: {@code /auth/callback/workos}. Variables:
 * {@code AUTH_WORKOS_ID}, {@code AUTH_WORKOS_SECRET}, which is the API key; {@code AUTH_WORKOS_ISSUER} if your
 * organisation has another address than {@code https://api.workos.com/}.
 */
public final class WorkOs {
    static final Brand BRAND = Brand.of(
                    options -> provider().authorizationParam("connection", options.get("connection")),
                    Option.of("connection", "", "the id of a connection"))
            .note("Each sign-in must name the source of its users: the option `connection`, or `connection`, "
                    + "`organization`, `domain` or `provider` as a parameter of each sign-in.");

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
