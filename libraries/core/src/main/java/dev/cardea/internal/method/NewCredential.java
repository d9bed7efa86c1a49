package dev.cardea.internal.method;

import dev.cardea.adapter.AdapterAuthenticator;
import org.jspecify.annotations.Nullable;

/**
 * A credential that is stored together with a new account, in the same unit of work. If the account exists, the sign-in
 * is rejected: an attacker who repeats the id of another user's credential is not signed in as that user.
 *
 * @param userId the user who began the enrolment; {@code null} if no user was signed in, so none may be signed in now
 * @param authenticator the credential's row, whose user is set when it is stored
 * @param userHandle by which the authenticator identifies its owner; {@code null} if unknown
 */
public record NewCredential(
        @Nullable String userId,
        AdapterAuthenticator authenticator,
        @Nullable String userHandle) {}
