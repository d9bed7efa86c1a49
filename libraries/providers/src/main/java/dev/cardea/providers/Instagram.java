package dev.cardea.providers;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.List;
import java.util.Map;

/**
 * This provider is for professional accounts (business and creator). Personal accounts can't sign in since the Basic
 * Display API ended in December 2024. Use {@link Facebook} for them.
 *
 * <p>Add the product "Instagram API with Instagram login" to an app at https://developers.facebook.com/apps.
 *
 * <p>Redirect URI: {@code /auth/callback/instagram}. Variables: {@code AUTH_INSTAGRAM_ID},
 * {@code AUTH_INSTAGRAM_SECRET}.
 */
public final class Instagram {
    static final Brand BRAND = Brand.of(Instagram::provider)
            .worksWithCare("only professional accounts can sign in")
            .note("The profile doesn't contain an email address.");

    private Instagram() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("instagram", "Instagram")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://www.instagram.com/oauth/authorize")
                .scope("instagram_business_basic")
                .token("https://api.instagram.com/oauth/access_token")
                .userinfo("https://graph.instagram.com/me")
                .userinfoParam("fields", "user_id,username,name,profile_picture_url,account_type")
                .client("token_endpoint_auth_method", "client_secret_post")
                .conform(TokenResponseFix.tokens(Instagram::flat))
                .profile(Mapping.id("user_id", "id").name("username").image("profile_picture_url"))
                .style(Style.of("#e4405f"));
    }

    /** The documentation shows the response in a list, but the service sends an object. */
    private static Claims flat(Claims answer) {
        var listed = answer.get(Claim.list("data")).orElse(List.of());
        var tokens = !listed.isEmpty() && listed.get(0) instanceof Map<?, ?> first ? Claims.of(first) : answer;
        return TokenResponseFix.bearer(tokens);
    }
}
