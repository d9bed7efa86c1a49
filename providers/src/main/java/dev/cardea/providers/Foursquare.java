package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.internal.oauth.QueryUrl;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import org.jspecify.annotations.Nullable;

/**
 * Foursquare, for applications that use version 2 of its API, which is not available to new customers.
 *
 * <p>Find your application at https://foursquare.com/developers/home. Callback address:
 * {@code /auth/callback/foursquare}. Variables: {@code AUTH_FOURSQUARE_ID}, {@code AUTH_FOURSQUARE_SECRET}.
 */
public final class Foursquare {
    static final Brand BRAND = Brand.of(
                    options -> provider().userinfoParam("v", options.get("apiVersion")),
                    Option.of("apiVersion", "20230131", "a day as YYYYMMDD"))
            .status(ServiceStatus.State.OUTDATED, "version 2 of its API is only for existing applications")
            .note("The option `apiVersion` is a date that selects the version of the API. The token is sent in the "
                    + "query of the profile request, because the service accepts it nowhere else.");

    private Foursquare() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("foursquare", "Foursquare")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://foursquare.com/oauth2/authenticate")
                .scope("openid", "profile", "email")
                .token("https://foursquare.com/oauth2/access_token")
                .userinfo("https://api.foursquare.com/v2/users/self")
                .userinfoParam("v", "20230131")
                .userinfoRequest(Foursquare::person)
                .profile(Mapping.id("response.user.id")
                        .nameOf("response.user.firstName", "response.user.lastName")
                        .email("response.user.contact.email")
                        .image("response.user.photo in its original size", Foursquare::picture))
                .style(Style.of("#000000"));
    }

    private static Claims person(TokenSet tokens, OAuthProvider provider, HttpHandler http) {
        var url = QueryUrl.of(ApiCall.userinfo(provider)).set("oauth_token", ApiCall.accessToken(tokens));
        return ApiCall.get(url.toString()).object(http);
    }

    private static @Nullable Object picture(Claims profile) {
        return profile.get(Claim.object("response"))
                .flatMap(response -> response.get(Claim.object("user")))
                .flatMap(user -> user.get(Claim.object("photo")))
                .filter(photo -> photo.text("prefix") != null && photo.text("suffix") != null)
                .map(photo -> photo.text("prefix") + "original" + photo.text("suffix"))
                .orElse(null);
    }
}
