package dev.cardea.adapter;

import dev.cardea.model.Account;
import java.util.List;

/** Accounts by their user, for the page on which users see and change their sign-in methods. */
public interface AccountIndex extends Adapter {
    /**
     * Returns all accounts of the user, complete and in no particular order; empty for an unknown user.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    List<Account> listAccountsByUserId(String userId);
}
