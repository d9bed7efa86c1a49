package dev.cardea.adapter;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The records of sign-in links. */
public interface VerificationTokenAdapter extends Adapter {
    VerificationToken createVerificationToken(VerificationToken token);

    /**
     * Removes the token and returns it: of any number of concurrent callers exactly one receives it. Nothing is deleted
     * if identifier and token do not match one record.
     *
     * @param identifier {@code null} if the link did not contain it; an adapter may then look the token up alone
     * @param token the hash that is stored
     */
    Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token);
}
