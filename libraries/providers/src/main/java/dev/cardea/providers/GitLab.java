package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * GitLab login works with GitLab.com and with your own GitLab server.
 *
 * <p>Add an application with the scope {@code read_user} at https://gitlab.com/-/user_settings/applications, or on the
 * same page of your server.
 *
 * <p>Redirect URI: {@code /auth/callback/gitlab}. Variables: {@code AUTH_GITLAB_ID}, {@code AUTH_GITLAB_SECRET}.
 */
public final class GitLab {
    static final Brand BRAND = Brand.of(
            options -> at(options.get("baseUrl")),
            Option.of("baseUrl", "https://gitlab.com", "the URL of your own server")
                    .as(Option.Kind.URL));

    private GitLab() {}

    public static OAuthProvider provider() {
        return at("https://gitlab.com");
    }

    /** Makes the provider for your own server. */
    public static OAuthProvider at(String baseUrl) {
        var site = baseUrl.replaceFirst("/$", "");
        return OAuthProvider.oauth("gitlab", "GitLab")
                .checks(Check.PKCE, Check.STATE)
                .authorization(site + "/oauth/authorize")
                .scope("read_user")
                .token(site + "/oauth/token")
                .userinfo(site + "/api/v4/user")
                .profile(Mapping.id("sub", "id")
                        .name("name", "username")
                        .email("email")
                        .image("avatar_url"))
                .style(Style.of("#FC6D26"));
    }
}
