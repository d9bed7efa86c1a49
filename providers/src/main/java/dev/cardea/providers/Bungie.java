package dev.cardea.providers;

import dev.cardea.json.Claims;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Bungie: Destiny.
 *
 * <p>Create an application of the type "confidential" at https://www.bungie.net/en/Application; it takes https addresses
 * only, and 127.0.0.1 rather than localhost. Callback address: {@code /auth/callback/bungie}. Variables: {@code
 * AUTH_BUNGIE_ID}, {@code AUTH_BUNGIE_SECRET}.
 *
 * <p>Every call wants the application's API key, in a file the option {@code headers: { X-API-Key: … }}. There is no
 * address. Scopes are set at the registration; the service dislikes being asked for some.
 */
public final class Bungie {
    static final Brand BRAND = Brand.of(
            options -> provider(options.get("headers.X-API-Key")),
            Option.needed("headers.X-API-Key", "the application's API key").as(Option.Kind.SECRET));

    private Bungie() {}

    public static OAuthProvider provider(String apiKey) {
        return OAuthProvider.oauth("bungie", "Bungie")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://www.bungie.net/en/OAuth/Authorize")
                .authorizationParam("reauth", "true")
                .token("https://www.bungie.net/platform/app/oauth/token/")
                .userinfo("https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/")
                .userinfoRequest((tokens, provider, http) -> Call.get(Call.userinfo(provider))
                        .bearer(tokens)
                        .header("x-api-key", apiKey)
                        .object(http))
                .profile(Mapping.id("Response.bungieNetUser.membershipId")
                        .name("Response.bungieNetUser.displayName")
                        .image("Response.bungieNetUser.profilePicturePath, below www.bungie.net", Bungie::picture))
                .style(Style.of("#0d7fb5"));
    }

    private static String picture(Claims profile) {
        var path = Path.parse("Response.bungieNetUser.profilePicturePath").follow(profile.asMap());
        if (!(path instanceof String text)) throw new IllegalArgumentException("the profile has no profilePicturePath");
        return "https://www.bungie.net" + (text.startsWith("/") ? "" : "/") + text;
    }
}
