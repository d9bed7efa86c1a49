package dev.cardea.providers;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Style;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Eventbrite.
 *
 * <p>Create an API key at https://www.eventbrite.com/account-settings/apps.
 *
 * <p>Redirect URI: {@code /auth/callback/eventbrite}. Variables: {@code AUTH_EVENTBRITE_ID},
 * {@code AUTH_EVENTBRITE_SECRET}.
 */
public final class Eventbrite {
    static final Brand BRAND =
            Brand.of(Eventbrite::provider).note("If a user has several email addresses, Cardea uses the primary one.");

    private Eventbrite() {}

    public static OAuthProvider provider() {
        return OAuthProvider.oauth("eventbrite", "Eventbrite")
                .checks(Check.PKCE, Check.STATE)
                .authorization("https://www.eventbrite.com/oauth/authorize")
                .scope("user.profile")
                .token("https://www.eventbrite.com/oauth/token")
                .userinfo("https://www.eventbriteapi.com/v3/users/me/")
                .client("token_endpoint_auth_method", "client_secret_post")
                .profile(Mapping.id("id")
                        .name("name")
                        .email("the primary one of emails", Eventbrite::primary)
                        .image("image_id at Eventbrite's CDN", Eventbrite::picture))
                .style(Style.of("#f05537"));
    }

    private static @Nullable Object primary(Claims profile) {
        return profile
                .get(Claim.list("emails"))
                .orElseThrow(() -> new IllegalArgumentException("the profile has no emails"))
                .stream()
                .filter(entry -> entry instanceof Map<?, ?> email && Mapping.says(email.get("primary")))
                .findFirst()
                .map(entry -> ((Map<?, ?>) entry).get("email"))
                .orElse(null);
    }

    private static @Nullable Object picture(Claims profile) {
        var image = profile.value("image_id");
        if (!Mapping.says(image)) return null;
        return "https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F" + image + "%2F1%2Foriginal.jpg";
    }
}
