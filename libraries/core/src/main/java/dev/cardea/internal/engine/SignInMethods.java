package dev.cardea.internal.engine;

import dev.cardea.action.SignIn;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.internal.method.SignInMethod;
import dev.cardea.internal.method.Traits;
import dev.cardea.json.Claims;
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

    /** Returns path and query of the post that begins a sign-in; empty if it begins with a choice on the sign-in page. */
    Optional<String> target(SignIn signIn, String basePath) {
        if (signIn.provider() == null) return Optional.empty();
        return provider(signIn.provider()).map(provider -> {
            boolean isForm = method(provider).traits().start() == Traits.Start.FORM;
            var path = basePath + (isForm ? "/callback/" : "/signin/") + provider.id();
            return signIn.params().isEmpty() ? path : path + "?" + Form.encode(signIn.params());
        });
    }

    /** Makes a post of the browser that sent a request. */
    static Request post(Request http, String target, Claims fields) {
        return Request.of("POST", http.scheme(), target, http.headers(), new byte[0], http.remoteAddress())
                .headers(http.headers().set("content-type", "application/json"))
                .body(fields.toJson());
    }

    /** Returns the traits of each method by the id of its provider. */
    Map<String, Traits> traits() {
        Map<String, Traits> traits = new LinkedHashMap<>();
        methods.forEach((id, method) -> traits.put(id, method.traits()));
        return traits;
    }
}
