package dev.cardea.adapter.jdbc;

import dev.cardea.model.Account;

/** What names an account and its owner. */
record OwnedAccount(String provider, String providerAccountId, String userId) {
    /** Comes before all others. An empty text is none in Oracle. */
    static final OwnedAccount FIRST = new OwnedAccount(" ", " ", " ");

    static OwnedAccount of(Account account) {
        return new OwnedAccount(account.provider(), account.providerAccountId(), String.valueOf(account.userId()));
    }
}
