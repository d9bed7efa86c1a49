package dev.cardea.adapter;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows behind e-mail links. */
public interface VerificationTokenAdapter extends Adapter {
    VerificationToken createVerificationToken(VerificationToken token);

    /**
     * Takes the token out: of any number of callers at once exactly one gets it. Nothing is deleted where identifier
     * and token do not match one row.
     *
     * @param identifier {@code null} where the link did not carry it; then an adapter may look up by token alone
     * @param token the hash that is stored
     */
    Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token);
}
