package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Many German relief organizations use HiOrg-Server.
 *
 * <p>Ask HiOrg-Server to register an OAuth client for you.
 *
 * <p>Redirect URI: {@code /auth/callback/hiorg-server}. Variables: {@code AUTH_HIORG_SERVER_ID},
 * {@code AUTH_HIORG_SERVER_SECRET}.
 */
public final class HiOrgServer {
    static final Brand BRAND = Brand.of(HiOrgServer::provider)
            .note("HiOrg-Server doesn't support PKCE. The profile doesn't contain an email address, but it "
                    + "does contain the organization and roles (`orga`, `gruppe`, `leitung`, `funktion`).");

    private HiOrgServer() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("hiorg-server", "HiOrg-Server")
                .authorization("https://www.hiorg-server.de/api/oauth2/v1/authorize.php")
                .scope("basic", "eigenedaten")
                .checks(Check.STATE)
                .token("https://www.hiorg-server.de/api/oauth2/v1/token.php")
                .userinfo("https://www.hiorg-server.de/api/oauth2/v1/user.php")
                .profile(Mapping.id("user_id").name("fullname"))
                .style(Style.of("#d5001c"));
    }
}
