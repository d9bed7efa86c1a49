package dev.cardea.providers;

import dev.cardea.http.Response;
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
import org.jspecify.annotations.Nullable;

/**
 * A built-in provider, as listed by {@link Providers}: how it is made, its options, and the facts about its service.
 * Immutable and safe to share; {@link #provider()} makes the provider.
 */
public final class Brand {
    private final Function<Options, ? extends Provider> maker;
    private final List<Option> options;
    private final ServiceFacts facts;

    /** Made on first use, and the same whenever it is made. */
    private volatile @Nullable Provider example;

    private Brand(Function<Options, ? extends Provider> maker, List<Option> options, ServiceFacts facts) {
        this.maker = maker;
        this.options = options;
        this.facts = facts;
    }

    static Brand of(Supplier<? extends Provider> maker) {
        return new Brand(none -> maker.get(), List.of(), ServiceFacts.NONE);
    }

    static Brand of(Function<Options, ? extends Provider> maker, Option... options) {
        return new Brand(maker, List.of(options), ServiceFacts.NONE);
    }

    Brand worksWithCare(String why) {
        return status(ServiceStatus.State.WORKS_WITH_CARE, why);
    }

    Brand status(ServiceStatus.State state, String why) {
        return with(facts.status(new ServiceStatus(state, why)));
    }

    /** @param paragraph in Markdown */
    Brand note(String paragraph) {
        return with(facts.note(paragraph));
    }

    Brand extraCall(ExtraCall call) {
        return with(facts.extraCall(call));
    }

    Brand scopeSeparator(ScopeSeparator separator) {
        return with(facts.scopeSeparator(separator));
    }

    Brand authJsFile(String name) {
        return with(facts.authJsFile(name));
    }

    private Brand with(ServiceFacts other) {
        return new Brand(maker, options, other);
    }

    public String id() {
        return example().id();
    }

    public String name() {
        return example().name();
    }

    public ProviderType type() {
        return example().type();
    }

    public List<Option> options() {
        return options;
    }

    /** Returns what the settings of the provider do not show: status, notes, extra calls. */
    public ServiceFacts facts() {
        return facts;
    }

    /** Returns the present status; {@link ServiceStatus.State#DEAD} for a provider that is {@code retired}. */
    public ServiceStatus status() {
        return retired()
                .map(why -> new ServiceStatus(ServiceStatus.State.DEAD, why))
                .orElse(facts.status());
    }

    /** Returns why users can no longer sign in there; empty while the service exists. */
    public Optional<String> retired() {
        return oauth().flatMap(oauth -> Optional.ofNullable(oauth.retired()));
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
    public Provider provider(Map<String, String> values) {
        return maker.apply(Options.of(options, values));
    }

    /**
     * Makes the provider with {@code {name}} for every required option that is not set: for inspection, not for
     * sign-in.
     *
     * @throws IllegalArgumentException naming an option that is unknown or invalid
     */
    public Provider example(Map<String, String> values) {
        var all = new LinkedHashMap<String, String>();
        for (var option : options) if (option.needed()) all.put(option.name(), option.placeholder());
        all.putAll(values);
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
        var source = profile.claims().asMap().isEmpty()
                ? profileInTokens(example, tokens).orElse(profile)
                : profile;
        return example.profile().orElse(Mapping.STANDARD).map(source, tokens, example, request -> Response.of(404));
    }

    private static Optional<Profile> profileInTokens(OAuthProvider example, TokenSet tokens) {
        if (example.userinfoRequest().isEmpty()) return Optional.empty();
        try {
            var claims = example.userinfoRequest().get().fetch(tokens, example, request -> {
                throw new IllegalStateException("the profile comes from another source");
            });
            return Optional.ofNullable(claims).map(Profile::of);
        } catch (RuntimeException needsNetwork) {
            return Optional.empty();
        }
    }

    Optional<OAuthProvider> oauth() {
        return example() instanceof OAuthProvider oauth ? Optional.of(oauth) : Optional.empty();
    }

    private Provider example() {
        var made = example;
        if (made == null) {
            made = example(Map.of());
            example = made;
        }
        return made;
    }

    @Override
    public String toString() {
        return "Brand[" + id() + "]";
    }
}
