package dev.cardea.server.file;

import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.providers.Brand;
import dev.cardea.providers.Mapping;
import dev.cardea.providers.Providers;
import dev.cardea.providers.catalog.ProviderInfo;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A provider that a configuration file can name without describing it.
 *
 * @param facts everything about it, as JSON
 * @param brand its class in module {@code providers}; {@code null} for a kind such as {@code credentials}
 */
public record BuiltIn(Claims facts, @Nullable Brand brand) {
    private static final List<BuiltIn> ALL = list();

    private static List<BuiltIn> list() {
        var all = new ArrayList<BuiltIn>();
        Providers.all().forEach(brand -> all.add(new BuiltIn(ProviderInfo.of(brand), brand)));
        BuiltInProviderInfo.all().forEach(facts -> all.add(new BuiltIn(facts, null)));
        return List.copyOf(all);
    }

    public static List<BuiltIn> all() {
        return ALL;
    }

    public static Optional<BuiltIn> of(String id) {
        return ALL.stream().filter(provider -> provider.id().equals(id)).findFirst();
    }

    /** What to say of an id that is not built in, with the nearest ones. */
    public static String unknown(String id) {
        return ProviderKeys.unknown(id);
    }

    public String id() {
        return String.valueOf(facts.text("id"));
    }

    public String name() {
        return String.valueOf(facts.text("name"));
    }

    public String type() {
        return String.valueOf(facts.text("type"));
    }

    /** What has to be given, in the file or by the environment. */
    public List<String> needs() {
        var needs = new LinkedHashSet<String>();
        if (brand != null && isOAuth()) needs.addAll(List.of("clientId", "clientSecret"));
        for (var each : facts.get(Claim.list("options")).orElse(List.of())) {
            if (each instanceof Map<?, ?> option && Boolean.TRUE.equals(option.get("required"))) {
                needs.add(String.valueOf(option.get("name")));
            }
        }
        return List.copyOf(needs);
    }

    /** Returns why users can no longer sign in there; empty while the service exists. */
    public Optional<String> gone() {
        return facts.get(Claim.object("statusToday"))
                .filter(status -> "dead".equals(status.text("state")))
                .flatMap(status -> Optional.ofNullable(status.text("text")));
    }

    public boolean isOAuth() {
        return type().equals("oidc") || type().equals("oauth");
    }

    /** Returns the mapping from profile to user; empty where a provider class maps it. */
    public Optional<BiFunction<Profile, TokenSet, User>> mapping() {
        if (!isOAuth() || brand != null) return Optional.empty();
        var provider = OAuthProvider.oidc(id(), name());
        return Optional.of(
                (profile, tokens) -> Mapping.STANDARD.map(profile, tokens, provider, request -> Response.of(404)));
    }
}
