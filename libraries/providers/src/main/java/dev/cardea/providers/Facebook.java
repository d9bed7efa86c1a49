package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Facebook.
 *
 * <p>Create an app at https://developers.facebook.com/apps with the use case "Authenticate and request data from users
 * with Facebook Login". The client ID is the app ID, and the client secret is the app secret.
 *
 * <p>Redirect URI: {@code /auth/callback/facebook}. Variables: {@code AUTH_FACEBOOK_ID}, {@code AUTH_FACEBOOK_SECRET}.
 */
public final class Facebook {
    static final Brand BRAND = Brand.of(Facebook::provider)
            .worksWithCare("each version of its API ends after two years")
            .note("Users who signed up with a phone number don't have an email address. Facebook doesn't "
                    + "say whether an address is verified.");

    private Facebook() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("facebook", "Facebook")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://www.facebook.com/v24.0/dialog/oauth")
                .scope("email")
                .token("https://graph.facebook.com/v24.0/oauth/access_token")
                .userinfo("https://graph.facebook.com/me")
                .userinfoParam("fields", "id,name,email,picture")
                .profile(Mapping.id("id").name("name").email("email").image("picture.data.url"))
                .style(Style.of("#006aff"));
    }
}
