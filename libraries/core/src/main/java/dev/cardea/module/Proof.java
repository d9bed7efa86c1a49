package dev.cardea.module;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a visitor has shown to be the user, and how strong it is.
 *
 * <table>
 * <caption>Proofs of the sign-in methods</caption>
 * <tr><th>method</th><th>amr</th></tr>
 * <tr><td>{@code credentials}</td><td>{@code pwd}</td></tr>
 * <tr><td>{@code email}</td><td>{@code email}, which RFC 8176 doesn't have</td></tr>
 * <tr><td>{@code oauth}, {@code oidc}</td><td>{@code fed}, which RFC 8176 doesn't have</td></tr>
 * <tr><td>{@code webauthn}</td><td>{@code hwk} if the passkey stays on its device, else {@code swk}; with user
 * verification {@code user} and {@code mfa}, too</td></tr>
 * </table>
 *
 * @param method the type of the sign-in method, or a name that a module chose for its own
 * @param amr what was used, with the values of RFC 8176 where it has one
 * @param authTime when the provider last asked the user, by the {@code auth_time} of its ID token; {@code null} if it is
 *     unknown
 */
public record Proof(
        String method, List<String> amr, @Nullable Instant authTime) {
    public Proof {
        amr = List.copyOf(amr);
    }

    public static Proof of(String method, String... amr) {
        return new Proof(method, List.of(amr), null);
    }

    /** Returns whether an authenticator has verified the user, for example by a fingerprint or a PIN. */
    public boolean isUserVerified() {
        return amr.contains("user");
    }
}
