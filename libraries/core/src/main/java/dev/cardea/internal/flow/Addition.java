package dev.cardea.internal.flow;

import static dev.cardea.internal.flow.RegistrationUnit.idOf;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.internal.method.NewCredential;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.session.CurrentLogin;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Login;
import dev.cardea.model.User;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An account or a passkey for the user who is signed in. It is kept while its sign-in pauses, and stored when that goes on.
 *
 * @param sessionId of the session that it is added to, and that its sign-in replaces; {@code null} if only the cookie has it
 * @param described the user as the provider describes them
 * @param stored the part of the account that is stored
 * @param enrolment the passkey; {@code null} for an account
 */
record Addition(
        @Nullable String sessionId,
        User described,
        Account stored,
        @Nullable NewCredential enrolment) {
    static Addition of(VerifiedIdentity identity, CurrentLogin login) {
        return new Addition(sessionId(login), identity.user(), identity.stored(), identity.enrolment());
    }

    static Addition of(Claims claims) {
        return new Addition(
                claims.text("sessionId"),
                User.of(claims.get(Claim.object("described")).orElse(Claims.NONE)),
                Account.of(claims.get(Claim.object("stored")).orElse(Claims.NONE)),
                claims.get(Claim.object("enrolment")).map(Addition::enrolment).orElse(null));
    }

    private static NewCredential enrolment(Claims claims) {
        var row = new AdapterAuthenticator(
                String.valueOf(claims.text("credentialID")),
                String.valueOf(claims.text("owner")),
                String.valueOf(claims.text("providerAccountId")),
                String.valueOf(claims.text("credentialPublicKey")),
                claims.get(Claim.number("counter")).orElse(0L),
                String.valueOf(claims.text("credentialDeviceType")),
                claims.get(Claim.bool("credentialBackedUp")).orElse(false),
                claims.text("transports"));
        return new NewCredential(claims.text("userId"), row, claims.text("userHandle"));
    }

    private static @Nullable String sessionId(CurrentLogin login) {
        return login.login().map(Login::sessionId).orElse(null);
    }

    /** Returns whether this is the session, and the user, that it is added to. */
    boolean isFor(CurrentLogin present, String userId) {
        return idOf(present.user()).equals(userId) && Objects.equals(sessionId(present), sessionId);
    }

    Claims claims() {
        return Claims.of("described", described.claims().asMap())
                .with("stored", stored.claims().asMap())
                .withPresent("sessionId", sessionId)
                .withPresent("enrolment", enrolment == null ? null : claims(enrolment));
    }

    private static Object claims(NewCredential enrolment) {
        var row = enrolment.authenticator();
        return Claims.of("credentialID", row.credentialID())
                .with("owner", row.userId())
                .with("providerAccountId", row.providerAccountId())
                .with("credentialPublicKey", row.credentialPublicKey())
                .with("counter", row.counter())
                .with("credentialDeviceType", row.credentialDeviceType())
                .with("credentialBackedUp", row.credentialBackedUp())
                .withPresent("transports", row.transports())
                .withPresent("userId", enrolment.userId())
                .withPresent("userHandle", enrolment.userHandle())
                .asMap();
    }
}
