package dev.cardea.accounts;

import dev.cardea.model.Profile;
import dev.cardea.model.User;
import dev.cardea.module.Proof;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sign-in whose first proof has been accepted, for the decision whether it asks for a second factor.
 *
 * @param user as stored; a new one as the sign-in method describes them
 * @param provider the ID of the provider of the first proof
 * @param profile what the provider says of the user; {@code null} unless an OAuth provider was asked
 * @param proofs what the visitor has shown so far
 */
public record SecondFactorRequest(
        User user, String provider, @Nullable Profile profile, List<Proof> proofs) {
    public SecondFactorRequest {
        proofs = List.copyOf(proofs);
    }
}
