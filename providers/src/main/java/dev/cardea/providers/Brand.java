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

/** A well-known service, as {@link Providers} lists it. A value; {@link #provider()} makes the provider. */
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
     * The provider, with the defaults of its options.
     *
     * @throws IllegalArgumentException where an option is needed
     */
    public Provider provider() {
        return provider(Map.of());
    }

    /**
     * The provider with options under their names.
     *
     * @throws IllegalArgumentException naming the option that is unknown, missing or unusable
     */
    public Provider provider(Map<String, String> said) {
        return maker.apply(Options.of(options, said));
    }

    /** Everything about it, as JSON; what an application has to say stands as {@code {name}}. */
    public Claims facts() {
        return new Facts(this, example).all();
    }

    /**
     * The provider with {@code {name}} for every option that is needed and not said: to look at, not to sign in with.
     *
     * @throws IllegalArgumentException naming the option that is unknown or unusable
     */
    public Provider example(Map<String, String> said) {
        var all = new LinkedHashMap<String, String>();
        for (var option : options) if (option.needed()) all.put(option.name(), option.placeholder());
        all.putAll(said);
        return provider(all);
    }

    /**
     * The user that a profile becomes, asking nobody: a part that lies elsewhere is missing. Where the profile is empty,
     * and the service has none but what it tells with the tokens, it is that.
     *
     * @param example one of {@link #example}'s
     * @throws RuntimeException where it becomes none, as at a sign-in
     */
    public User map(OAuthProvider example, Profile profile, TokenSet tokens) {
        var known = profile.claims().asMap().isEmpty() ? told(example, tokens).orElse(profile) : profile;
        return example.profile().orElse(Mapping.STANDARD).map(known, tokens, example, request -> Response.of(404));
    }

    private static Optional<Profile> told(OAuthProvider example, TokenSet tokens) {
        if (example.userinfoRequest().isEmpty()) return Optional.empty();
        try {
            var claims = example.userinfoRequest().get().fetch(tokens, example, request -> {
                throw new IllegalStateException("the profile is somewhere else");
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
