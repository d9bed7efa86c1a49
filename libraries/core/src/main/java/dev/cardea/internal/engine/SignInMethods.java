package dev.cardea.internal.engine;

import dev.cardea.internal.method.SignInMethod;
import dev.cardea.internal.method.Traits;
import dev.cardea.provider.Provider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The providers of one configuration with their sign-in methods. Immutable. */
final class SignInMethods {
    private final List<Provider> providers;
    private final Map<String, Provider> byId = new LinkedHashMap<>();
    private final Map<String, SignInMethod> methods = new LinkedHashMap<>();

    /** @param made creates the sign-in method for a kind of provider */
    SignInMethods(List<Provider> providers, Provider.Cases<SignInMethod> made) {
        this.providers = providers;
        for (var provider : providers) {
            byId.put(provider.id(), provider);
            methods.put(provider.id(), provider.accept(made));
        }
    }

    /** Returns the providers in the order of the configuration. */
    List<Provider> providers() {
        return providers;
    }

    Optional<Provider> provider(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    SignInMethod method(Provider provider) {
        return Objects.requireNonNull(methods.get(provider.id()));
    }

    /** Returns the traits of each method by the id of its provider. */
    Map<String, Traits> traits() {
        Map<String, Traits> traits = new LinkedHashMap<>();
        methods.forEach((id, method) -> traits.put(id, method.traits()));
        return traits;
    }
}
