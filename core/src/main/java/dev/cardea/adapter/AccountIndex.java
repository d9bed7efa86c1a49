package dev.cardea.adapter;

import dev.cardea.model.Account;
import java.util.List;

/** Accounts by their user: for the page on which people see and change how they sign in. */
public interface AccountIndex extends Adapter {
    /** All of the user's accounts, whole, in no order that means anything; empty for an unknown user. */
    List<Account> listAccountsByUserId(String userId);
}
