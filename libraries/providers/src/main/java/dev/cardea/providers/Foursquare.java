package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.QueryUrl;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import org.jspecify.annotations.Nullable;

/**
 * This provider is for applications that already use version 2 of the Foursquare API. New customers can't get access
 * to it.
 *
 * <p>Find your application at https://foursquare.com/developers/home, and set the option {@code apiVersion} to the
 * date of the API version you use.
 *
 * <p>Redirect URI: {@code /auth/callback/foursquare}. Variables: {@code AUTH_FOURSQUARE_ID},
 * {@code AUTH_FOURSQUARE_SECRET}.
 */
public final class Foursquare {
    static final Brand BRAND = Brand.of(
                    options -> provider().userinfoParam("v", options.get("apiVersion")),
                    Option.of("apiVersion", "20230131", "the date of the API version, as YYYYMMDD"))
            .status(ServiceStatus.State.OUTDATED, "version 2 of its API is only for existing applications")
            .note("Cardea sends the token in the query of the profile request, because Foursquare doesn't "
                    + "accept it anywhere else.");

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

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
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
