package dev.cardea.adapter;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The records of sign-in links. */
public interface VerificationTokenAdapter extends Adapter {
    /**
     * Stores the record of a link. If the same identifier and token are stored already, the store either replaces the
     * record or throws.
     *
     * @throws DuplicateKeyException if the record exists and this store does not replace it
     * @throws StoreUnavailableException if the store doesn't respond
     */
    VerificationToken createVerificationToken(VerificationToken token);

    /**
     * Removes the token and returns it: of any number of concurrent callers exactly one receives it. Nothing is deleted
     * if identifier and token do not match one record.
     *
     * @param identifier {@code null} if the link did not contain it; an adapter may then look the token up alone
     * @param token the hash that is stored
     * @throws StoreConflictException if other writers were faster each time
     * @throws StoreUnavailableException if the store doesn't respond
     */
    Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token);
}
