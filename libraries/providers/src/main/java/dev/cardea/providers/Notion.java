package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;

/**
 * Notion.
 *
 * <p>Create a public integration at https://www.notion.so/profile/integrations with the capability "Read user
 * information including email addresses".
 *
 * <p>Redirect URI: {@code /auth/callback/notion}. Variables: {@code AUTH_NOTION_ID}, {@code AUTH_NOTION_SECRET}.
 */
public final class Notion {
    static final Brand BRAND = Brand.of(
                    options -> {
                        var redirectUri = options.text("redirectUri");
                        return redirectUri == null
                                ? provider()
                                : provider().authorizationParam("redirect_uri", redirectUri);
                    },
                    Option.of("redirectUri", null, "the redirect URI, which Cardea sends by itself")
                            .as(Option.Kind.URL))
            .note("You don't need the option `redirectUri`, which Auth.js requires. If you set it, it must "
                    + "be the redirect URI. An integration that belongs to a workspace can't sign in users.");

    private Notion() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("notion", "Notion")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://api.notion.com/v1/oauth/authorize")
                .scope("openid", "profile", "email")
                .authorizationParam("owner", "user")
                .token("https://api.notion.com/v1/oauth/token")
                .userinfo("https://api.notion.com/v1/users")
                .userinfoRequest(Notion::person)
                .profile(Mapping.id("id").name("name").email("person.email").image("avatar_url"))
                .style(Style.of("#000000").mark(Marks.of("notion")));
    }

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        return ApiCall.get(ApiCall.userinfo(provider) + "/me")
                .bearer(tokens)
                .header("notion-version", "2022-06-28")
                .object(http)
                .get(Claim.object("bot"))
                .flatMap(bot -> bot.get(Claim.object("owner")))
                .flatMap(owner -> owner.get(Claim.object("user")))
                .orElseThrow(() -> new OAuthException("this Notion integration belongs to a workspace, not to a user"));
    }
}
