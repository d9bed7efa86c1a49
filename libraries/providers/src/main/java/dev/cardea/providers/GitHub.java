package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.Check;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.List;
import java.util.Map;

/**
 * GitHub login works with GitHub.com and GitHub Enterprise Server.
 *
 * <p>Create an OAuth app at https://github.com/settings/developers. GitHub calls the redirect URI the authorization
 * callback URL.
 *
 * <p>Redirect URI: {@code /auth/callback/github}. Variables: {@code AUTH_GITHUB_ID}, {@code AUTH_GITHUB_SECRET}.
 */
public final class GitHub {
    static final Brand BRAND = Brand.of(
                    options -> {
                        var server = options.text("enterprise.baseUrl");
                        return server == null ? provider() : enterprise(server);
                    },
                    Option.of("enterprise.baseUrl", null, "the URL of a GitHub Enterprise Server")
                            .as(Option.Kind.URL))
            .extraCall(ExtraCall.bearer(
                    "the profile has no address",
                    "https://api.github.com/user/emails",
                    "the primary entry, else the first, and whether it is verified"))
            .note("If a user keeps their email address private, Cardea fetches the list of addresses in a "
                    + "second call and uses the primary one, or the first if none is primary. The list also "
                    + "says whether the address is verified.");

    private GitHub() {}

    public static OAuthProvider provider() {
        return at("https://github.com", "https://api.github.com");
    }

    /** Makes the provider for an Enterprise Server, such as {@code https://github.acme.example}. */
    public static OAuthProvider enterprise(String baseUrl) {
        return at(baseUrl, baseUrl + "/api/v3");
    }

    private static OAuthProvider at(String site, String api) {
        return OAuthProvider.oauth("github", "GitHub")
                .checks(Check.PKCE, Check.STATE)
                .defaultIssuer(site + "/login/oauth")
                .authorization(site + "/login/oauth/authorize")
                .scope("read:user", "user:email")
                .token(site + "/login/oauth/access_token")
                .userinfo(api + "/user")
                .userinfoRequest(GitHub::person)
                .profile(Mapping.id("id").name("name", "login").email("email").image("avatar_url"))
                .style(Style.of("#24292f").mark(Marks.of("github")));
    }

    private static Claims person(TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        var person = ApiCall.get(ApiCall.userinfo(provider)).bearer(tokens).object(http);
        if (person.value("email") instanceof String shown && !shown.isEmpty()) return person;
        var listed = ApiCall.get(ApiCall.userinfo(provider) + "/emails").bearer(tokens).list(http).stream()
                .filter(Map.class::isInstance)
                .map(entry -> Claims.of((Map<?, ?>) entry))
                .toList();
        return listed.isEmpty() ? person : withAddress(person, chosen(listed));
    }

    private static Claims chosen(List<Claims> listed) {
        return listed.stream()
                .filter(entry -> Boolean.TRUE.equals(entry.value("primary")))
                .findFirst()
                .orElse(listed.get(0));
    }

    private static Claims withAddress(Claims person, Claims entry) {
        var complete = person.with("email", entry.value("email"));
        return entry.has("verified") ? complete.with("email_verified", entry.value("verified")) : complete;
    }
}
