package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import java.util.Optional;

/** One page of the account. Immutable, and safe for concurrent use. */
interface AccountPage {
    /** Returns its segment below {@code account}; empty for the first page. */
    String name();

    /** Shows the page. */
    FormPage show(AccountRequest request);

    /** Returns how this part of the account stands, for the first page; empty if that has nothing to say. */
    default Optional<Summary> summary(AccountRequest request) {
        return Optional.empty();
    }

    /**
     * How a part of the account stands.
     *
     * @param text a few words, such as "2 passkeys"
     * @param ways in how many ways the user can sign in by it
     */
    record Summary(String text, int ways) {}

    /** Carries out what a form of the page asks for. */
    InternalResponse change(AccountRequest request);
}
