package dev.cardea.internal.method;

import dev.cardea.http.Cookie;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import dev.cardea.module.Proof;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A verified identity. Only sign-in methods create one; {@code ArchitectureTest} enforces it.
 *
 * @param traits of the method that verified it
 * @param enrolment the new credential that is stored with the account; {@code null} if none was created
 * @param beginner to whom the account may be linked
 */
public record VerifiedIdentity(
        Traits traits,
        Subject subject,
        Evidence evidence,
        Completion completion,
        @Nullable NewCredential enrolment,
        Beginner beginner)
        implements Outcome {
    /** Creates an identity without a new credential, of a method that does not remember who began. */
    public VerifiedIdentity(Traits traits, Subject subject, Evidence evidence, Completion completion) {
        this(traits, subject, evidence, completion, null, Beginner.NOT_REMEMBERED);
    }

    /** Returns the identity of a sign-in that paused. Only for what a method verified and core itself sealed. */
    public static VerifiedIdentity ofPause(
            Traits traits, Subject subject, Evidence evidence, @Nullable NewCredential enrolment) {
        return new VerifiedIdentity(traits, subject, evidence, Completion.NONE, enrolment, Beginner.NOT_REMEMBERED);
    }

    public VerifiedIdentity enrolment(NewCredential made) {
        return new VerifiedIdentity(traits, subject, evidence, completion, made, beginner);
    }

    public VerifiedIdentity beginner(Beginner remembered) {
        return new VerifiedIdentity(traits, subject, evidence, completion, enrolment, remembered);
    }

    /**
     * The user and the account that were verified.
     *
     * @param user as the provider describes the visitor; its id is provisional unless the provider is credentials
     * @param account everything that the provider returned
     * @param stored the part of the account that is stored when it is linked
     */
    public record Subject(User user, Account account, Account stored) {
        /** The whole account is stored. */
        public Subject(User user, Account account) {
            this(user, account, account);
        }
    }

    /**
     * What the verification showed, and how strong its proof is.
     *
     * @param profile with OAuth, for the application's callbacks
     * @param credentials with credentials, for the application's callbacks: what was entered
     * @param idToken the claims of the verified ID token; {@link Claims#NONE} without one
     */
    public record Evidence(
            Proof proof,
            @Nullable Profile profile,
            @Nullable Claims credentials,
            Claims idToken) {
        public static Evidence of(Proof proof) {
            return new Evidence(proof, null, null, Claims.NONE);
        }

        public static Evidence of(Proof proof, Profile profile, Claims idToken) {
            return new Evidence(proof, profile, null, idToken);
        }

        public static Evidence of(Proof proof, Claims credentials) {
            return new Evidence(proof, null, credentials, Claims.NONE);
        }
    }

    /**
     * What ends the sign-in in the browser, and what takes it back in the store.
     *
     * @param cleared the cookies of the sign-in, deleted
     * @param restore makes the sign-in's single-use token valid again, if the user could not be stored
     */
    public record Completion(List<Cookie> cleared, Runnable restore) {
        public static final Completion NONE = new Completion(List.of());

        public Completion {
            cleared = List.copyOf(cleared);
        }

        /** Of a sign-in without a single-use token. */
        public Completion(List<Cookie> cleared) {
            this(cleared, () -> {});
        }
    }

    public User user() {
        return subject.user;
    }

    public Account account() {
        return subject.account;
    }

    public Account stored() {
        return subject.stored;
    }

    public Proof proof() {
        return evidence.proof;
    }

    public @Nullable Profile profile() {
        return evidence.profile;
    }

    public @Nullable Claims credentials() {
        return evidence.credentials;
    }

    public Claims idToken() {
        return evidence.idToken;
    }

    public List<Cookie> cleared() {
        return completion.cleared;
    }

    public Runnable restore() {
        return completion.restore;
    }
}
