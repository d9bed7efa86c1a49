package dev.cardea.internal.page;

import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.WebAuthnProvider;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The methods that begin with an email address: the first of each kind. Two or more of them share one form.
 *
 * @param password credentials with the fields {@code email} and {@code password} alone
 * @param passkey with no other field than {@code email}
 */
public record AddressMethods(
        @Nullable EmailProvider email,
        @Nullable CredentialsProvider password,
        @Nullable WebAuthnProvider passkey) {
    private static final Set<String> FIELDS = Set.of("email", "password");

    public static AddressMethods of(List<Provider> providers) {
        return new AddressMethods(
                first(providers, EmailProvider.class, any -> true),
                first(
                        providers,
                        CredentialsProvider.class,
                        one -> one.credentials().keySet().equals(FIELDS)),
                first(
                        providers,
                        WebAuthnProvider.class,
                        one -> one.formFields().keySet().equals(Set.of("email"))));
    }

    private static <P> @Nullable P first(List<Provider> providers, Class<P> kind, Predicate<P> fits) {
        return providers.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .filter(fits)
                .findFirst()
                .orElse(null);
    }

    /** Returns what the form sends with the request for an email, and no sender may see. */
    public Set<String> withheldFromEmail() {
        return email == null || password == null ? Set.of() : Set.of("password");
    }

    boolean areShared() {
        return all().size() > 1;
    }

    boolean contains(Provider provider) {
        return all().contains(provider);
    }

    private List<Provider> all() {
        return Stream.<@Nullable Provider>of(email, password, passkey)
                .flatMap(Stream::ofNullable)
                .toList();
    }
}
