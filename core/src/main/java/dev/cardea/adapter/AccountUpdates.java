package dev.cardea.adapter;

import dev.cardea.model.Account;

/** Fresh tokens for a known account; without it the stored tokens stay those of the first sign-in. */
public interface AccountUpdates extends Adapter {
    /**
     * Replaces the token fields that are given, of the account with this provider and account id; a field that is not
     * given stays, for a refresh token comes once. User and type never change. An unknown account is left out.
     */
    void updateAccount(Account account);
}
