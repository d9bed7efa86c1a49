package dev.cardea.adapter;

import dev.cardea.model.Account;

/**
 * Keeps for each account the address that its provider has not verified ({@link Account#unverifiedEmail}), beyond the
 * columns of Auth.js. With it, the library knows at the first verification of an address which accounts were created
 * under it without proof. Without it, a user whose provider reports the address as unverified is stored without address
 * at sites that can verify addresses themselves.
 *
 * <p>{@link UserAdapter#linkAccount} stores the field. If it is given as {@code null}, nothing that is left of an earlier
 * account with the same id counts. {@link AccountUpdates#updateAccount} replaces the field if it is given and removes it if
 * it is given as {@code null}, and {@link AccountIndex#listAccountsByUserId} returns it. It goes with the
 * account. Other programs that share the tables need not know it. The library uses it together with {@link AccountUpdates}
 * and {@link AccountIndex}.
 */
public interface UnverifiedEmails extends Adapter {
    /**
     * Returns whether there is a place for the field now. A database may lack it until it is migrated; then the field
     * is dropped, and the library proceeds as without this capability.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    default boolean keepsUnverifiedEmail() {
        return true;
    }
}
