package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Google login works with personal accounts and with Google Workspace.
 *
 * <p>Create an OAuth client ID of the type Web application at https://console.cloud.google.com/apis/credentials. Add
 * the redirect URI under Authorized redirect URIs.
 *
 * <p>Redirect URI: {@code /auth/callback/google}. Variables: {@code AUTH_GOOGLE_ID}, {@code AUTH_GOOGLE_SECRET}.
 */
public final class Google {
    static final Brand BRAND = Brand.of(Google::provider)
            .note("To get a refresh token, set `authorizationParam(\"access_type\", \"offline\")`. Google "
                    + "sends it only at the first sign-in, unless you also set `authorizationParam(\"prompt\", "
                    + "\"consent\")`. To admit members of your organization only, check the claim `hd` in the "
                    + "`signIn` callback: it contains the user's Workspace domain.");

    private Google() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("google", "Google")
                .defaultIssuer("https://accounts.google.com")
                .style(Style.of("#1a73e8"));
    }
}
