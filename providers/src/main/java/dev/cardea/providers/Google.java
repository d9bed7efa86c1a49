package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Google accounts, private ones and those of Google Workspace.
 *
 * <p>Create an OAuth client of the kind "web application" at https://console.cloud.google.com/apis/credentials with the
 * callback address {@code /auth/callback/google}. Variables: {@code AUTH_GOOGLE_ID}, {@code AUTH_GOOGLE_SECRET}.
 */
public final class Google {
    static final Brand BRAND = Brand.of(Google::provider)
            .note("A refresh token comes with `authorizationParam(\"access_type\", \"offline\")`, and again only "
                    + "with `authorizationParam(\"prompt\", \"consent\")`. The claim `hd` names the Workspace domain: "
                    + "check it in the `signIn` callback if only members of your organisation may sign in.");

    private Google() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("google", "Google")
                .defaultIssuer("https://accounts.google.com")
                .style(Style.of("#1a73e8"));
    }
}
