package dev.cardea.accounts;

import dev.cardea.adapter.Store;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.password.PasswordResult;
import dev.cardea.password.Passwords;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.Provider;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Verifies an email address and a password. What it does and how long it takes is the same whether there is such a user or not. */
final class PasswordSignIn implements CredentialsProvider.Authorize {
    /** Looked up for an address without a user, so that it takes as many statements. */
    private static final String UNKNOWN = "-";

    /** Between the proof or the resumption and {@link AccountsStep#prepare}, which the same request calls in this thread. */
    private static final ThreadLocal<@Nullable VerifiedPassword> VERIFIED = new ThreadLocal<>();

    private final Store store;
    private final Passwords passwords;
    private final UnaryOperator<String> normalizer;

    /** @param normalizer of email addresses; throws for one that can't be used */
    PasswordSignIn(Store store, Passwords passwords, UnaryOperator<String> normalizer) {
        this.store = store;
        this.passwords = passwords;
        this.normalizer = normalizer;
    }

    /**
     * Which password of a user was right, so that the session is refused if another one has been set meanwhile.
     *
     * @param changed of the {@link StoredPassword}
     */
    record VerifiedPassword(String userId, String changed) {
        /** Returns whether no other one has been set meanwhile. */
        boolean isStored(Store unit) {
            return StoredPassword.of(unit, userId)
                    .filter(it -> it.changed().equals(changed))
                    .isPresent();
        }
    }

    /** Returns whether this is the provider that signs in by it. */
    static boolean isOf(Provider provider) {
        return provider instanceof CredentialsProvider it && it.authorize() instanceof PasswordSignIn;
    }

    static Optional<VerifiedPassword> verified(@Nullable String userId) {
        return Optional.ofNullable(VERIFIED.get()).filter(it -> it.userId.equals(userId));
    }

    /** Resumes a sign-in, which knows again which password was right before the pause. */
    static <T> T resuming(Optional<VerifiedPassword> before, Supplier<T> resumption) {
        before.ifPresentOrElse(VERIFIED::set, VERIFIED::remove);
        try {
            return resumption.get();
        } finally {
            VERIFIED.remove();
        }
    }

    @Override
    public Optional<User> authorize(Claims credentials, Request request) {
        VERIFIED.remove();
        var email = normalized(credentials.text("email"));
        var password = credentials.text("password");
        if (email == null || password == null || password.isEmpty()) return Optional.empty();
        var user = store.getUserByEmail(email);
        var userId = user.map(User::id).orElse(UNKNOWN);
        var stored = StoredPassword.of(store, userId);
        var result = passwords.verify(password, stored.map(StoredPassword::hash).orElse(null));
        if (user.isEmpty() || stored.isEmpty() || !result.isRight()) return Optional.empty();
        if (result == PasswordResult.RIGHT_BUT_OUTDATED) improve(stored.get(), password);
        VERIFIED.set(new VerifiedPassword(userId, stored.get().changed()));
        return user;
    }

    private @Nullable String normalized(@Nullable String entered) {
        if (entered == null) return null;
        try {
            return normalizer.apply(entered);
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** A password that is set meanwhile stays: only the version that was read is replaced. The sign-in goes on in any case. */
    private void improve(StoredPassword stored, String password) {
        try {
            store.replaceRecord(stored.rehashed(passwords.hash(password)));
        } catch (RuntimeException e) {
            // The next sign-in tries again. The store's step in the observation says what failed.
        }
    }

    @Override
    public String toString() {
        return "PasswordSignIn";
    }
}
