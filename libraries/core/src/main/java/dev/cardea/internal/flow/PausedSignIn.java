package dev.cardea.internal.flow;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.session.CurrentLogin;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import dev.cardea.module.Proof;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A sign-in that a module paused.
 *
 * @param user of a stored one the ID, and whether the address was verified then: there's a limit to what a module keeps
 * @param isUnverified whether the session will end when the user's address is verified for the first time
 * @param providerSub whom the ID token names; {@code null} without one
 * @param providerSid the session at the provider, if the ID token names one
 * @param addition what it adds to the user who is signed in; {@code null} for none
 */
record PausedSignIn(
        User user,
        Account account,
        @Nullable Profile profile,
        @Nullable Boolean isNewUser,
        boolean isUnverified,
        @Nullable String providerSub,
        @Nullable String providerSid,
        List<Proof> proofs,
        String callbackUrl,
        @Nullable Addition addition) {
    /** @param isStored whether the user can be read again */
    static PausedSignIn of(
            Registration settled, boolean isStored, SessionFacts facts, Attempt attempt, @Nullable Addition addition) {
        return new PausedSignIn(
                isStored ? remembered(settled.user()) : settled.user(),
                settled.account(),
                attempt.profile(),
                settled.isNewUser(),
                settled.isUnverified(),
                facts.providerSub(),
                facts.providerSid(),
                attempt.proofs(),
                attempt.callbackUrl(),
                addition);
    }

    private static User remembered(User user) {
        var kept = Claims.of("id", user.id());
        return User.of(kept.withPresent("emailVerified", user.claims().value("emailVerified")));
    }

    static PausedSignIn of(Claims claims) {
        var profile = claims.get(Claim.object("profile")).map(Profile::of).orElse(null);
        List<Proof> proofs = new ArrayList<>();
        for (var proof : claims.get(Claim.list("proofs")).orElse(List.of())) {
            proofs.add(
                    proof(Claims.of("proof", proof).get(Claim.object("proof")).orElse(Claims.NONE)));
        }
        return new PausedSignIn(
                User.of(claims.get(Claim.object("user")).orElse(Claims.NONE)),
                Account.of(claims.get(Claim.object("account")).orElse(Claims.NONE)),
                profile,
                claims.get(Claim.bool("isNewUser")).orElse(null),
                claims.get(Claim.bool("isUnverified")).orElse(false),
                claims.text("providerSub"),
                claims.text("providerSid"),
                proofs,
                String.valueOf(claims.text("callbackUrl")),
                claims.get(Claim.object("addition")).map(Addition::of).orElse(null));
    }

    private static Proof proof(Claims claims) {
        var amr = claims.get(Claim.list("amr")).orElse(List.of()).stream().map(String::valueOf);
        var authTime = claims.get(Claim.number("authTime")).map(Instant::ofEpochSecond);
        return new Proof(String.valueOf(claims.text("method")), amr.toList(), authTime.orElse(null));
    }

    /** Returns the error for a sign-in that can't be resumed. */
    static AuthException over(String why) {
        return new AuthException(ErrorType.VERIFICATION, "a paused sign-in can't be resumed: " + why);
    }

    String userId() {
        return RegistrationUnit.idOf(user);
    }

    Attempt.Facts facts(
            List<Proof> further,
            boolean provesMailbox,
            MethodRequest request,
            @Nullable CurrentLogin signedIn,
            EventPublisher publisher) {
        var all = Stream.concat(proofs.stream(), further.stream()).toList();
        return new Attempt.Facts(
                request, profile, all, true, provesMailbox, callbackUrl, signedIn, publisher, new AtomicReference<>());
    }

    /** What is known of the session that it opens. */
    SessionFacts session(Traits traits, MethodRequest request) {
        return new SessionFacts(traits, account.provider(), providerSub, providerSid, request);
    }

    /** Returns what is added, as its method verified it before the pause. */
    VerifiedIdentity identity(Addition added, Traits traits) {
        var subject = new VerifiedIdentity.Subject(added.described(), account, added.stored());
        var evidence = new VerifiedIdentity.Evidence(proofs.get(0), profile, null, Claims.NONE);
        return VerifiedIdentity.ofPause(traits, subject, evidence, added.enrolment());
    }

    Claims claims() {
        return Claims.of("user", user.claims().asMap())
                .with("account", account.claims().asMap())
                .withPresent(
                        "profile", profile == null ? null : profile.claims().asMap())
                .withPresent("isNewUser", isNewUser)
                .with("isUnverified", isUnverified)
                .withPresent("providerSub", providerSub)
                .withPresent("providerSid", providerSid)
                .with("proofs", proofs.stream().map(PausedSignIn::claims).toList())
                .with("callbackUrl", callbackUrl)
                .withPresent(
                        "addition", addition == null ? null : addition.claims().asMap());
    }

    private static Map<String, @Nullable Object> claims(Proof proof) {
        var authTime = proof.authTime();
        return Claims.of("method", proof.method())
                .with("amr", proof.amr())
                .withPresent("authTime", authTime == null ? null : authTime.getEpochSecond())
                .asMap();
    }
}
