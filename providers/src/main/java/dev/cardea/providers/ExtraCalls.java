package dev.cardea.providers;

import dev.cardea.json.Claims;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a brand asks beyond code, tokens and profile; in words, since the conditions are. */
final class ExtraCalls {
    private static final String TOKEN = "Bearer {access_token}";

    private ExtraCalls() {}

    /** {@code null} where there are none. */
    static @Nullable List<Claims> of(String id) {
        return switch (id) {
            case "azure-ad", "microsoft-entra-id" ->
                List.of(call(
                        "always, for the picture",
                        "https://graph.microsoft.com/v1.0/me/photos/{profilePhotoSize}x{profilePhotoSize}/$value",
                        Claims.of("authorization", TOKEN),
                        "2xx: the picture, as a data address; otherwise there is none"));
            case "github" ->
                List.of(call(
                        "the profile has no address",
                        "https://api.github.com/user/emails",
                        Claims.of("authorization", TOKEN),
                        "the primary entry, else the first, and whether it is proven"));
            case "qq" ->
                List.of(call(
                        "always, before the profile",
                        "https://graph.qq.com/oauth2.0/me?access_token={access_token}",
                        Claims.NONE,
                        "the openid, with which the profile is asked for"));
            default -> null;
        };
    }

    private static Claims call(String when, String url, Claims headers, String use) {
        return Claims.of("when", when)
                .with("method", "GET")
                .with("url", url)
                .with("headers", headers)
                .with("use", use);
    }
}
