package dev.cardea.dev;

import dev.cardea.json.Claims;
import dev.cardea.provider.OAuthProvider;
import java.util.List;
import java.util.Map;

/** What some services put around a profile, or add to a response, beyond RFC 6749. */
final class ServiceShape {
    /** The names around the profile in the response of a service, outermost first. */
    private static final Map<String, List<String>> WRAPPED = Map.of(
            "nextcloud", List.of("ocs", "data"),
            "notion", List.of("bot", "owner", "user"),
            "todoist", List.of("user"),
            "vk", List.of("user"));

    /** Parameters of the authorization response. */
    private static final Map<String, String> ANSWER = Map.of("vk", "&device_id=development");

    private ServiceShape() {}

    static Claims wrapped(OAuthProvider provider, Claims profile) {
        var wrapped = profile;
        var names = WRAPPED.getOrDefault(service(provider), List.of());
        for (int i = names.size() - 1; i >= 0; i--) wrapped = Claims.of(names.get(i), wrapped);
        return service(provider).equals("gumroad") ? wrapped.with("success", true) : wrapped;
    }

    /** Returns what the token endpoint adds: some services have no profile besides it, and some name the user there. */
    static Claims withTokens(Claims profile, String person, Claims tokens) {
        return profile.with("user_id", person)
                .with("openid", person)
                .with("uid", person)
                .withAll(tokens);
    }

    static String answer(OAuthProvider provider) {
        return ANSWER.getOrDefault(service(provider), "");
    }

    /** Returns the id of the service, whatever the id of this instance is. */
    private static String service(OAuthProvider provider) {
        var ids = provider.variableIds();
        return ids.get(ids.size() - 1);
    }
}
