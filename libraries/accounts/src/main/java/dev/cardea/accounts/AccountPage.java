package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;

/** One page of the account. Immutable, and safe for concurrent use. */
interface AccountPage {
    /** Returns its segment below {@code account}; empty for the first page. */
    String name();

    /** Returns its path below the base path. */
    static String path(String name) {
        return name.isEmpty() ? "/account" : "/account/" + name;
    }

    /** Shows the page. */
    FormPage show(AccountRequest request);

    /** Carries out what a form of the page asks for. */
    InternalResponse change(AccountRequest request);
}
