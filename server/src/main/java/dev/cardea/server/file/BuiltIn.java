package dev.cardea.server.file;

import dev.cardea.json.Claims;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A provider that a file can name.
 *
 * @param needs keys that have to be given
 */
public record BuiltIn(String id, String name, String type, List<String> needs) {
    private static final Mapping OPENID = new Mapping(Map.of(
            "id", List.of("sub", "id"),
            "name", List.of("name", "nickname", "preferred_username"),
            "email", List.of("email"),
            "image", List.of("picture")));

    public static final List<BuiltIn> ALL = List.of(
            new BuiltIn("oidc", "OpenID Connect", "oidc", List.of("issuer", "clientId", "clientSecret")),
            new BuiltIn(
                    "oauth",
                    "OAuth 2.0",
                    "oauth",
                    List.of("authorization", "token", "userinfo", "profile", "clientId", "clientSecret")),
            new BuiltIn("credentials", "Credentials", "credentials", List.of("hooks.callbacks with authorize")),
            new BuiltIn("nodemailer", "Nodemailer", "email", List.of("server", "from", "store")),
            new BuiltIn("email", "Email", "email", List.of("server", "from", "store")));

    public static Optional<BuiltIn> of(String id) {
        return ALL.stream().filter(provider -> provider.id.equals(id)).findFirst();
    }

    /** What to say of an id that is not built in, with the nearest ones. */
    public static String unknown(String id) {
        return ProviderKeys.unknown(id);
    }

    /** How it makes a user of a profile, if it does. */
    public Optional<Mapping> mapping() {
        return type.equals("oidc") || type.equals("oauth") ? Optional.of(OPENID) : Optional.empty();
    }

    /** Everything about it, as JSON. */
    public Claims facts() {
        var options = needs.stream()
                .map(need -> Claims.of("name", need).with("required", true))
                .toList();
        return Claims.of("file", id)
                .with("id", id)
                .with("name", name)
                .with("type", type)
                .with("options", options);
    }
}
