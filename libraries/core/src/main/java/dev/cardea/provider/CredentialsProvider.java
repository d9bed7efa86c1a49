package dev.cardea.provider;

import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Sign-in with credentials that the application checks itself.
 *
 * <pre>{@code
 * CredentialsProvider.of((credentials, request) -> users.check(credentials.text("username"), credentials.text("password")))
 *     .field("username", CredentialInput.text("User"))
 *     .field("password", CredentialInput.password("Password"))
 * }</pre>
 *
 * @param credentials the fields of the form on the sign-in page; the page shows no form if there are none
 * @param databaseSessions with database sessions: {@code authorize} returns the id of a stored user, and a session row
 *     is created for it
 * @param withheld the fields that nothing but {@code authorize} receives
 * @param accountName makes one name of all spellings of an account's; {@code null}: as it was entered
 */
public record CredentialsProvider(
        String id,
        String name,
        Map<String, CredentialInput> credentials,
        @Nullable Authorize authorize,
        boolean databaseSessions,
        Set<String> withheld,
        @Nullable UnaryOperator<String> accountName)
        implements Provider {
    /** Checks the credentials that a visitor entered. */
    @FunctionalInterface
    public interface Authorize {
        /**
         * Returns the user with these credentials, or empty if they are wrong. A
         * {@link dev.cardea.error.CredentialsSignInException} rejects them with its own code; any other exception is an
         * error of the server. Take as long for an unknown name as for a wrong password, so that attackers cannot find
         * out names. Called from many threads at the same time.
         *
         * @param credentials all fields of the body, including {@code csrfToken} and {@code callbackUrl}
         */
        Optional<User> authorize(Claims credentials, Request request);
    }

    public CredentialsProvider {
        credentials = Collections.unmodifiableMap(new LinkedHashMap<>(credentials));
        withheld = Set.copyOf(withheld);
    }

    /** Creates a provider that withholds no field. */
    public CredentialsProvider(
            String id,
            String name,
            Map<String, CredentialInput> credentials,
            @Nullable Authorize authorize,
            boolean databaseSessions) {
        this(id, name, credentials, authorize, databaseSessions, Set.of(), null);
    }

    /** Creates a provider whose credentials this function checks. */
    public static CredentialsProvider of(Authorize authorize) {
        return new CredentialsProvider("credentials", "Credentials", Map.of(), authorize, false);
    }

    /** Sets another function that checks the credentials. */
    public CredentialsProvider authorize(Authorize changed) {
        return new CredentialsProvider(id, name, credentials, changed, databaseSessions, withheld, accountName);
    }

    /** Sets another ID, which is part of the site's URLs. */
    public CredentialsProvider id(String changed) {
        return new CredentialsProvider(changed, name, credentials, authorize, databaseSessions, withheld, accountName);
    }

    /** Sets the name on the sign-in page. */
    public CredentialsProvider name(String changed) {
        return new CredentialsProvider(id, changed, credentials, authorize, databaseSessions, withheld, accountName);
    }

    /** Adds a field to the form on the sign-in page. */
    public CredentialsProvider field(String field, CredentialInput input) {
        var all = new LinkedHashMap<>(credentials);
        all.put(field, input);
        return new CredentialsProvider(id, name, all, authorize, databaseSessions, withheld, accountName);
    }

    /** Sets whether its users get database sessions: {@code authorize} then returns the id of a stored user. */
    public CredentialsProvider databaseSessions(boolean on) {
        return new CredentialsProvider(id, name, credentials, authorize, on, withheld, accountName);
    }

    /**
     * Sets the fields that nothing but {@code authorize} receives, such as a password. Without it, the {@code signIn} callback
     * gets every field, as in Auth.js. A form can begin a sign-in by email and have a password in it: other sign-in methods,
     * their senders and the steps of modules never receive a field that a provider withholds. Replaces the fields of an
     * earlier call.
     */
    public CredentialsProvider withheld(String... fields) {
        return new CredentialsProvider(id, name, credentials, authorize, databaseSessions, Set.of(fields), accountName);
    }

    /**
     * Sets the normal form of the name by which {@code authorize} finds an account, such as the email address that a provider
     * normalizes. Guesses of a password are limited by this name, so all its spellings share one limit. If it throws, the
     * name as it was entered is used.
     *
     * @param normalizer of what was entered; must be safe for concurrent use, and look nothing up
     */
    public CredentialsProvider accountName(UnaryOperator<String> normalizer) {
        return new CredentialsProvider(id, name, credentials, authorize, databaseSessions, withheld, normalizer);
    }

    @Override
    public ProviderType type() {
        return ProviderType.CREDENTIALS;
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.credentials(this);
    }
}
