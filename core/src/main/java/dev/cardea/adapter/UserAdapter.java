package dev.cardea.adapter;

import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.util.Optional;

/** Users, and the accounts at providers that lead to them. */
public interface UserAdapter extends Adapter {
    /**
     * Stores a new user. The given id is a proposal: the store may choose its own, and the returned user has it. An
     * address that is taken throws {@link DuplicateKeyException}; two callers at once never make two users of one address.
     */
    User createUser(User user);

    /** Empty where there is none, also for an id that no user of this store could have. */
    Optional<User> getUser(String id);

    Optional<User> getUserByEmail(String email);

    Optional<User> getUserByAccount(String provider, String providerAccountId);

    /** Changes the given fields and keeps all others. An unknown id throws. */
    User updateUser(UserChange change);

    /** Removes the user with accounts, sessions and authenticators. An unknown id is harmless. */
    void deleteUser(String userId);

    /**
     * Stores the account under its {@code userId}. An account that is linked already throws
     * {@link DuplicateKeyException}; of two callers at once one wins.
     */
    Account linkAccount(Account account);

    /** Removes the account. Twice is harmless. */
    void unlinkAccount(String provider, String providerAccountId);
}
