package dev.cardea.adapter;

import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.util.Optional;

/** Users, and the accounts at providers that belong to them. */
public interface UserAdapter extends Adapter {
    /**
     * Stores a new user. The given id is a proposal: the store may choose its own, which the returned user has. Throws
     * {@link DuplicateKeyException} if the address exists; two concurrent callers never make two users with one
     * address.
     */
    User createUser(User user);

    /** Returns the user; empty if unknown, also for an id that no user of this store could have. */
    Optional<User> getUser(String id);

    Optional<User> getUserByEmail(String email);

    Optional<User> getUserByAccount(String provider, String providerAccountId);

    /** Changes the given fields and keeps all others. Throws for an unknown id. */
    User updateUser(UserChange change);

    /** Removes the user with accounts, sessions and authenticators. An unknown id has no effect. */
    void deleteUser(String userId);

    /**
     * Stores the account under its {@code userId}. Throws {@link DuplicateKeyException} if the account is linked
     * already; of two concurrent callers one succeeds.
     */
    Account linkAccount(Account account);

    /** Removes the account. A repeated call has no effect. */
    void unlinkAccount(String provider, String providerAccountId);
}
