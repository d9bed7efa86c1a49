package dev.cardea.providers;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Threads.
 *
 * <p>Create an app with the use case "Access the Threads API" at https://developers.facebook.com/apps. Use the Threads
 * app ID and Threads app secret, not those of the Meta app.
 *
 * <p>Redirect URI: {@code /auth/callback/threads}. Variables: {@code AUTH_THREADS_ID}, {@code AUTH_THREADS_SECRET}.
 */
public final class Threads {
    static final Brand BRAND = Brand.of(Threads::provider)
            .note("Threads doesn't support PKCE, and the profile doesn't contain an email address. Cardea "
                    + "reads the profile whether or not it's wrapped in `data`.");

    private Threads() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("threads", "Threads")
                .authorization("https://threads.net/oauth/authorize")
                .scope("threads_basic")
                .checks(Check.STATE)
                .token("https://graph.threads.net/oauth/access_token")
                .conform(TokenResponseFix.tokens(TokenResponseFix::bearer))
                .userinfo("https://graph.threads.net/v1.0/me")
                .userinfoParam("fields", "id,username,name,threads_profile_picture_url")
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("data?.id", "id")
                        .name("name || username", profile -> first(profile, "name", "username"))
                        .image("threads_profile_picture_url", profile -> first(profile, "threads_profile_picture_url")))
                .style(Style.of("#000000"));
    }

    /** Returns the first value that counts; an empty text does not. */
    private static @Nullable Object first(Claims profile, String... names) {
        var wrapped = profile.get(Claim.object("data"));
        return Stream.of(names)
                // The former wrapped response has no name besides the user name.
                .filter(name -> wrapped.isEmpty() || !name.equals("name"))
                .map(name -> wrapped.orElse(profile).text(name))
                .filter(text -> text != null && !text.isEmpty())
                .findFirst()
                .orElse(null);
    }
}
