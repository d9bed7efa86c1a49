package dev.cardea.providers;

import dev.cardea.json.Claims;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes the calls of a provider besides code, tokens and profile; as text, because their conditions are text. */
final class ExtraCalls {
    private static final String TOKEN = "Bearer {access_token}";

    private ExtraCalls() {}

    /** Returns {@code null} if the provider makes no extra calls. */
    static @Nullable List<Claims> of(String id) {
        return switch (id) {
            case "azure-ad", "microsoft-entra-id" ->
                List.of(call(
                        "always, for the picture",
                        "https://graph.microsoft.com/v1.0/me/photos/{profilePhotoSize}x{profilePhotoSize}/$value",
                        Claims.of("authorization", TOKEN),
                        "2xx: the picture, as a data address; otherwise no picture"));
            case "github" ->
                List.of(call(
                        "the profile has no address",
                        "https://api.github.com/user/emails",
                        Claims.of("authorization", TOKEN),
                        "the primary entry, else the first, and whether it is verified"));
            case "qq" ->
                List.of(call(
                        "always, before the profile",
                        "https://graph.qq.com/oauth2.0/me?access_token={access_token}",
                        Claims.NONE,
                        "the openid, with which the profile is requested"));
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
