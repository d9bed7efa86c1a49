package dev.cardea.password;

import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Signs in with a name and a password; see {@link Passwords#check}. An unknown name takes as long as a known one, so
 * that attackers cannot find out names. Safe for concurrent use.
 */
public final class PasswordCheck implements CredentialsProvider.Authorize {
    /** A user who can sign in. */
    public record StoredUser(User user, @Nullable String hash) {
        /** @param hash what {@link Passwords#hash} made; {@code null} for a user without a password */
        public StoredUser {}

        @Override
        public String toString() {
            return "StoredUser[" + user + "]";
        }
    }

    /** Finds the user with a name. */
    @FunctionalInterface
    public interface Lookup {
        /** @param name as entered by the visitor */
        Optional<StoredUser> byName(String name);
    }

    /** Stores a better hash. */
    @FunctionalInterface
    public interface HashUpdate {
        /** Runs before the sign-in continues; an exception ends it. */
        void keep(User user, String betterHash);
    }

    private final BiFunction<String, @Nullable String, PasswordResult> verification;
    private final UnaryOperator<String> hashing;
    private final Lookup lookup;
    private final @Nullable HashUpdate outdated;
    private final String nameField;
    private final String passwordField;

    private PasswordCheck(
            BiFunction<String, @Nullable String, PasswordResult> verification,
            UnaryOperator<String> hashing,
            Lookup lookup,
            @Nullable HashUpdate outdated,
            String nameField,
            String passwordField) {
        this.verification = verification;
        this.hashing = hashing;
        this.lookup = lookup;
        this.outdated = outdated;
        this.nameField = nameField;
        this.passwordField = passwordField;
    }

    static PasswordCheck of(
            BiFunction<String, @Nullable String, PasswordResult> verification,
            UnaryOperator<String> hashing,
            Lookup lookup) {
        return new PasswordCheck(verification, hashing, lookup, null, "username", "password");
    }

    /** Sets what replaces old hashes: those of another kind, or with less work than the present setting. */
    public PasswordCheck whenOutdated(HashUpdate keep) {
        return new PasswordCheck(verification, hashing, lookup, keep, nameField, passwordField);
    }

    /** Sets the fields of the form; {@code username} and {@code password} by default. */
    public PasswordCheck fields(String name, String password) {
        return new PasswordCheck(verification, hashing, lookup, outdated, name, password);
    }

    @Override
    public Optional<User> authorize(Claims credentials, Request request) {
        var name = credentials.text(nameField);
        var password = credentials.text(passwordField);
        if (name == null || password == null) return Optional.empty();
        var known = lookup.byName(name);
        var verdict = verification.apply(password, known.map(StoredUser::hash).orElse(null));
        if (known.isEmpty() || !verdict.isRight()) return Optional.empty();
        var user = known.get().user();
        if (outdated != null && verdict == PasswordResult.RIGHT_BUT_OUTDATED)
            outdated.keep(user, hashing.apply(password));
        return Optional.of(user);
    }

    @Override
    public String toString() {
        return "PasswordCheck";
    }
}
