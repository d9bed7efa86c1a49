package dev.cardea.accounts;

import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A user as a line of an import describes them. Immutable.
 *
 * @param email in its normal form
 * @param verified when the address was verified; {@code null}: it wasn't
 * @param profile name, image and the application's fields
 * @param hash of the password, or a mark for none; {@code null}: the line has neither
 * @param kindOfHash its kind; empty if there is none
 */
record ImportedUser(
        String email,
        @Nullable Instant verified,
        Claims profile,
        @Nullable String hash,
        Optional<String> kindOfHash,
        List<Account> accounts) {
    ImportedUser {
        accounts = List.copyOf(accounts);
    }

    boolean isVerified() {
        return verified != null;
    }

    User user() {
        return User.of(
                Claims.of("email", email).withPresent("emailVerified", verified).withAll(profile));
    }

    /** Returns the hash to store: only a verified address has a password, or someone else's would sign in after the proof. */
    Optional<String> password() {
        return isVerified() && kindOfHash.isPresent() ? Optional.ofNullable(hash) : Optional.empty();
    }

    /** Returns the accounts of the stored user. The first verification removes those of an address that isn't verified. */
    List<Account> accountsOf(User stored) {
        return accounts.stream()
                .map(it -> it.with("userId", StoredUser.idOf(stored)))
                .map(it -> isVerified() ? it : it.with(Account.UNVERIFIED_EMAIL, email))
                .toList();
    }

    /** Without the hash. */
    @Override
    public String toString() {
        return "ImportedUser";
    }
}
