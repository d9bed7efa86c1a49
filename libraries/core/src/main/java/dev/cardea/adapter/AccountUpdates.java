package dev.cardea.adapter;

import dev.cardea.model.Account;

/** Stores fresh tokens for a known account. Without it, the stored tokens stay those of the first sign-in. */
public interface AccountUpdates extends Adapter {
    /**
     * Replaces the given token fields of the account with this provider and account id. A field that is absent stays,
     * because providers send a refresh token only once. User and type never change. An unknown account is ignored.
     *
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond
     */
    void updateAccount(Account account);
}
