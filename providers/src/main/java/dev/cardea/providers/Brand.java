package dev.cardea.providers;

import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.Profile;
import dev.cardea.model.ProviderType;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** A well-known service, as listed by {@link Providers}. Immutable; {@link #provider()} makes the provider. */
public final class Brand {
    private final Function<Options, ? extends Provider> maker;
    private final List<Option> options;
    private final Provider example;

    private Brand(Function<Options, ? extends Provider> maker, List<Option> options) {
        this.maker = maker;
        this.options = options;
        example = example(Map.of());
    }

    static Brand of(Supplier<? extends Provider> maker) {
        return new Brand(none -> maker.get(), List.of());
    }

    static Brand of(Function<Options, ? extends Provider> maker, Option... options) {
        return new Brand(maker, List.of(options));
    }

    public String id() {
        return example.id();
    }

    public String name() {
        return example.name();
    }

    public ProviderType type() {
        return example.type();
    }

    public List<Option> options() {
        return options;
    }

    /**
     * Makes the provider with the defaults of its options.
     *
     * @throws IllegalArgumentException if an option is required
     */
    public Provider provider() {
        return provider(Map.of());
    }

    /**
     * Makes the provider with options by name.
     *
     * @throws IllegalArgumentException naming an option that is unknown, missing or invalid
     */
    public Provider provider(Map<String, String> said) {
        return maker.apply(Options.of(options, said));
    }

    /** Returns all facts about the service as JSON; values that the application must set appear as {@code {name}}. */
    public Claims facts() {
        return new ProviderInfo(this, example).all();
    }

    /**
     * Makes the provider with {@code {name}} for every required option that is not set: for inspection, not for
     * sign-in.
     *
     * @throws IllegalArgumentException naming an option that is unknown or invalid
     */
    public Provider example(Map<String, String> said) {
        var all = new LinkedHashMap<String, String>();
        for (var option : options) if (option.needed()) all.put(option.name(), option.placeholder());
        all.putAll(said);
        return provider(all);
    }

    /**
     * Returns the user that a profile maps to, without network calls: a field from another source is missing. If the
     * profile is empty and the service has no profile besides the token response, the token response is used.
     *
     * @param example a result of {@link #example}
     * @throws RuntimeException if the profile maps to no user, as at a sign-in
     */
    public User map(OAuthProvider example, Profile profile, TokenSet tokens) {
        var known = profile.claims().asMap().isEmpty() ? told(example, tokens).orElse(profile) : profile;
        return example.profile().orElse(Mapping.STANDARD).map(known, tokens, example, request -> Response.of(404));
    }

    private static Optional<Profile> told(OAuthProvider example, TokenSet tokens) {
        if (example.userinfoRequest().isEmpty()) return Optional.empty();
        try {
            var claims = example.userinfoRequest().get().fetch(tokens, example, request -> {
                throw new IllegalStateException("the profile comes from another source");
            });
            return Optional.ofNullable(claims).map(Profile::of);
        } catch (RuntimeException asksElsewhere) {
            return Optional.empty();
        }
    }

    Provider example() {
        return example;
    }

    Optional<OAuthProvider> oauth() {
        return example instanceof OAuthProvider oauth ? Optional.of(oauth) : Optional.empty();
    }

    @Override
    public String toString() {
        return "Brand[" + id() + "]";
    }
}
