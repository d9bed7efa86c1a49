package dev.cardea.providers;

import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import java.util.List;

/** How services wrap the profile with which the recorded mappings begin. */
final class Raw {
    private Raw() {}

    static void shape(String id, Claims profile, Service service) {
        switch (id) {
            case "microsoft-entra-id", "azure-ad" ->
                service.discovery(Claims.of("issuer", "https://login.microsoftonline.com/{tenantid}/v2.0"))
                        .at("https://graph.microsoft.com/", request -> Response.of(404));
            case "twitch" -> service.tokens(Claims.of("scope", List.of("openid", "user:read:email")));
            case "nextcloud" -> service.profile(Claims.of("ocs", Claims.of("data", profile)));
            case "notion" -> service.profile(Claims.of("bot", Claims.of("owner", Claims.of("user", profile))));
            case "todoist" -> service.profile(Claims.of("user", profile));
            case "hubspot" -> service.profile(profile.with("active", true));
            case "vk" -> service.profile(Claims.of("user", profile));
            default -> {}
        }
    }
}
