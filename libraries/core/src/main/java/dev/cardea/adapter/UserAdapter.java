package dev.cardea.adapter;

import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.util.Optional;

/** Users, and the accounts at providers that belong to them. */
public interface UserAdapter extends Adapter {
    /**
     * Stores a new user. The given id is a proposal: the store may choose its own, which the returned user has. Two
     * concurrent callers never make two users with one address.
     *
     * @throws DuplicateKeyException if the address exists
     * @throws UnknownFieldException if the store has no place for a field of the application's own
     * @throws StoreUnavailableException if the store doesn't respond
     */
    User createUser(User user);

    /**
     * Returns the user; empty if unknown, also for an id that no user of this store could have.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    Optional<User> getUser(String id);

    /**
     * Returns the user with this address, compared byte for byte.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    Optional<User> getUserByEmail(String email);

    /**
     * Returns the user who owns the account.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    Optional<User> getUserByAccount(String provider, String providerAccountId);

    /**
     * Makes the change, keeps all other fields, and returns the user after it.
     *
     * @throws RowNotFoundException if there is no such user
     * @throws DuplicateKeyException if the new address belongs to another user
     * @throws UnknownFieldException if the store has no place for a field of the application's own
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond
     */
    User updateUser(UserChange change);

    /**
     * Removes the user with accounts, sessions and authenticators. An unknown id has no effect.
     *
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond; a second call removes what is left
     */
    void deleteUser(String userId);

    /**
     * Stores the account under its {@code userId}. Of two concurrent callers one succeeds.
     *
     * @throws IllegalArgumentException if the account has no {@code userId}
     * @throws DuplicateKeyException if the account is linked already
     * @throws RowNotFoundException if there is no such user; a database without foreign keys does not notice
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond
     */
    Account linkAccount(Account account);

    /**
     * Removes the account. A repeated call has no effect.
     *
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond
     */
    void unlinkAccount(String provider, String providerAccountId);
}
