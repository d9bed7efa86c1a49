package dev.cardea.providers;

import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Dropbox.
 *
 * <p>Create an app at https://www.dropbox.com/developers/apps. On its Permissions tab, turn on
 * {@code account_info.read}.
 *
 * <p>Redirect URI: {@code /auth/callback/dropbox}. Variables: {@code AUTH_DROPBOX_ID}, {@code AUTH_DROPBOX_SECRET}.
 */
public final class Dropbox {
    static final Brand BRAND = Brand.of(Dropbox::provider)
            .note("Dropbox always returns a refresh token. It expects a POST without a body for the profile.");

    private Dropbox() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("dropbox", "Dropbox")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://www.dropbox.com/oauth2/authorize")
                .scope("account_info.read")
                .authorizationParam("token_access_type", "offline")
                .token("https://api.dropboxapi.com/oauth2/token")
                .userinfo("https://api.dropboxapi.com/2/users/get_current_account")
                .userinfoRequest((tokens, provider, http) ->
                        ApiCall.post(ApiCall.userinfo(provider)).bearer(tokens).object(http))
                .profile(Mapping.id("account_id")
                        .name("name.display_name")
                        .email("email")
                        .image("profile_photo_url"))
                .style(Style.of("#0061fe"));
    }
}
