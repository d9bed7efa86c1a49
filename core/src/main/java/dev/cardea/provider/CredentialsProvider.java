package dev.cardea.provider;

import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sign-in with whatever the application itself can check.
 *
 * <pre>{@code
 * CredentialsProvider.of((credentials, request) -> users.check(credentials.text("username"), credentials.text("password")))
 *     .field("username", CredentialInput.text("User"))
 *     .field("password", CredentialInput.password("Password"))
 * }</pre>
 *
 * @param credentials the fields of the form on the sign-in page; without any it has no form there
 * @param databaseSessions with database sessions: {@code authorize} returns the id of a stored user, and a session row
 *     is made for it
 */
public record CredentialsProvider(
        String id,
        String name,
        Map<String, CredentialInput> credentials,
        @Nullable Authorize authorize,
        boolean databaseSessions)
        implements Provider {
    /** Checks what somebody entered. */
    @FunctionalInterface
    public interface Authorize {
        /**
         * Returns the user these credentials belong to, or empty when they are wrong. A
         * {@link dev.cardea.error.CredentialsSignInException} refuses with a code of its own; any other exception is an
         * error of the server. Answer wrong names as slowly as wrong passwords.
         *
         * @param credentials all fields of the body, so {@code csrfToken} and {@code callbackUrl} too
         */
        Optional<User> authorize(Claims credentials, Request request);
    }

    public CredentialsProvider {
        credentials = Collections.unmodifiableMap(new LinkedHashMap<>(credentials));
    }

    public static CredentialsProvider of(Authorize authorize) {
        return new CredentialsProvider("credentials", "Credentials", Map.of(), authorize, false);
    }

    public CredentialsProvider id(String changed) {
        return new CredentialsProvider(changed, name, credentials, authorize, databaseSessions);
    }

    public CredentialsProvider name(String changed) {
        return new CredentialsProvider(id, changed, credentials, authorize, databaseSessions);
    }

    public CredentialsProvider field(String field, CredentialInput input) {
        var all = new LinkedHashMap<>(credentials);
        all.put(field, input);
        return new CredentialsProvider(id, name, all, authorize, databaseSessions);
    }

    public CredentialsProvider databaseSessions(boolean on) {
        return new CredentialsProvider(id, name, credentials, authorize, on);
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
