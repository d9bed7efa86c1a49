package dev.cardea.providers;

import dev.cardea.json.Claims;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Destiny players sign in with their Bungie account.
 *
 * <p>Create an application with the OAuth client type Confidential at https://www.bungie.net/en/Application. Its
 * redirect URL must use https. For local tests, use 127.0.0.1 instead of localhost.
 *
 * <p>Redirect URI: {@code /auth/callback/bungie}. Variables: {@code AUTH_BUNGIE_ID}, {@code AUTH_BUNGIE_SECRET}.
 */
public final class Bungie {
    static final Brand BRAND = Brand.of(
                    options -> provider(options.get("headers.X-API-Key")),
                    Option.needed("headers.X-API-Key", "the application's API key")
                            .as(Option.Kind.SECRET))
            .worksWithCare("every call needs the application's API key")
            .note("Bungie requires your application's API key on every call: pass it to `Bungie.provider`, or set "
                    + "`headers: { X-API-Key: … }` in the server's file. The profile doesn't contain an email address. Choose the "
                    + "scopes when you register the application, because Bungie rejects requests that contain "
                    + "scopes.");

    private Bungie() {}

    public static OAuthProvider provider(String apiKey) {
        return OAuthProvider.oauth("bungie", "Bungie")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://www.bungie.net/en/OAuth/Authorize")
                .authorizationParam("reauth", "true")
                .token("https://www.bungie.net/platform/app/oauth/token/")
                .userinfo("https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/")
                .userinfoRequest((tokens, provider, http) -> ApiCall.get(ApiCall.userinfo(provider))
                        .bearer(tokens)
                        .header("x-api-key", apiKey)
                        .object(http))
                .profile(Mapping.id("Response.bungieNetUser.membershipId")
                        .name("Response.bungieNetUser.displayName")
                        .image("Response.bungieNetUser.profilePicturePath, below www.bungie.net", Bungie::picture))
                .style(Style.of("#0d7fb5"));
    }

    private static String picture(Claims profile) {
        var path = JsonPath.parse("Response.bungieNetUser.profilePicturePath").follow(profile.asMap());
        if (!(path instanceof String text)) throw new IllegalArgumentException("the profile has no profilePicturePath");
        return "https://www.bungie.net" + (text.startsWith("/") ? "" : "/") + text;
    }
}
