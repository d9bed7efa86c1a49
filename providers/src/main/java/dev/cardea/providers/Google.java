package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Google accounts, private ones and those of Google Workspace.
 *
 * <p>Create an OAuth client of the kind "web application" at https://console.cloud.google.com/apis/credentials with the
 * callback address {@code /auth/callback/google}. Variables: {@code AUTH_GOOGLE_ID}, {@code AUTH_GOOGLE_SECRET}.
 *
 * <p>A refresh token comes with {@code authorizationParam("access_type", "offline")}, and again only with
 * {@code authorizationParam("prompt", "consent")}. The claim {@code hd} names the Workspace domain: check it in the
 * {@code signIn} callback if only members of your organisation may sign in.
 */
public final class Google {
    private Google() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oidc("google", "Google")
                .defaultIssuer("https://accounts.google.com")
                .style(Style.of("#1a73e8"));
    }
}
