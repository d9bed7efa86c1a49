package dev.cardea.accounts;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.module.Proof;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One proof of a session's user. Immutable.
 *
 * @param method as of {@link Proof}
 * @param amr what was used; empty if it was stored before that was remembered, and then a first factor
 * @param time when the user was asked
 */
record SessionProof(String method, List<String> amr, Instant time) {
    /** What only a second factor has, and a passkey that has verified its user. */
    private static final List<String> SECOND_FACTORS = List.of("otp", "recovery", "mfa");

    private static final List<String> PASSKEYS = List.of("hwk", "swk");

    SessionProof {
        amr = List.copyOf(amr);
    }

    /** A provider may have asked the user long ago. */
    static SessionProof of(Proof proof, Instant now) {
        var asked = proof.authTime();
        return new SessionProof(proof.method(), proof.amr(), asked == null || asked.isAfter(now) ? now : asked);
    }

    /** Reads a stored proof; empty if it isn't one. */
    static Optional<SessionProof> read(Claims stored) {
        var amr = stored.get(Claim.list("amr")).orElse(List.of()).stream()
                .map(String::valueOf)
                .toList();
        return read(stored.text("method"), amr, stored.value("time"));
    }

    /** Reads one that was stored without what was used. */
    static Optional<SessionProof> read(String method, Object time) {
        return read(method, List.of(), time);
    }

    private static Optional<SessionProof> read(@Nullable String method, List<String> amr, @Nullable Object time) {
        if (method == null || !(time instanceof String text)) return Optional.empty();
        try {
            return Optional.of(new SessionProof(method, amr, Instant.parse(text)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** Returns whether it is a second factor, whatever was proven before. */
    boolean isSecondFactor() {
        return !Collections.disjoint(amr, SECOND_FACTORS);
    }

    /** Returns whether a passkey was used, which is a second factor after another proof. */
    boolean isPasskey() {
        return !Collections.disjoint(amr, PASSKEYS);
    }

    /** Returns whether a passkey was used that has verified its user: no other site gets it by pretending to be this one. */
    boolean isPhishingResistant() {
        return isPasskey() && amr.contains("user");
    }

    Claims toClaims() {
        return Claims.of("method", method).with("amr", amr).with("time", time.toString());
    }
}
