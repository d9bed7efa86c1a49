package dev.cardea.accounts.factor;

import dev.cardea.accounts.factor.Enrolments.Enrolment;
import dev.cardea.adapter.Store;
import dev.cardea.module.Proof;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What proves a user a second time. Whether a user has a second factor is computed from what is stored at that moment: there is
 * no flag that could say something else. Safe for concurrent use.
 */
public record SecondFactors(
        Authenticators authenticators,
        Enrolments enrolments,
        RecoveryCodes recoveryCodes,
        PasskeyFactor passkey,
        PausedSignIns paused,
        TrustedBrowsers browsers) {
    /** The methods of the proofs. */
    public static final String TOTP = "totp";

    public static final String RECOVERY = "recovery";

    public static SecondFactors of(Clock clock, Randomness randomness, SecretCipher cipher) {
        return new SecondFactors(
                new Authenticators(clock, randomness, cipher),
                new Enrolments(clock, randomness, cipher),
                new RecoveryCodes(randomness),
                new PasskeyFactor(randomness),
                new PausedSignIns(clock, randomness),
                new TrustedBrowsers(clock, randomness));
    }

    /** Returns whether a sign-in of this user asks for a second proof. */
    public static boolean has(Store store, String userId) {
        var all = store.listRecordsByUserId(userId, Authenticators.KIND);
        boolean hasChosen = all.stream().anyMatch(PasskeyFactor::isChoice);
        return hasChosen ? all.size() > 1 || PasskeyFactor.hasPasskey(store, userId) : !all.isEmpty();
    }

    /**
     * Checks what a user has entered, and uses it up.
     *
     * @param method {@link #TOTP} or {@link #RECOVERY}
     * @return what it proves; empty if it is wrong or was used before
     */
    public Optional<Proof> prove(Store store, String userId, String method, String entered) {
        boolean isRight = method.equals(RECOVERY)
                ? has(store, userId) && recoveryCodes.take(store, userId, entered)
                : authenticators.accept(store, userId, entered);
        if (!isRight) return Optional.empty();
        return Optional.of(method.equals(RECOVERY) ? Proof.of(RECOVERY, RECOVERY, "mfa") : ofTotp());
    }

    /** Returns what the value of an authenticator proves. */
    public static Proof ofTotp() {
        return Proof.of(TOTP, "otp", "mfa");
    }

    /** Returns the step of the first value; empty if the value is wrong. */
    public OptionalLong stepOf(Enrolment enrolment, String entered) {
        return enrolments.step(enrolment, entered);
    }

    /**
     * Adds an authenticator.
     *
     * @param step of the value that was entered
     * @return the recovery codes of a user who had none; empty for others, and if the enrolment has ended
     */
    public Addition add(Store unit, String userId, Enrolment enrolment, String name, long step) {
        if (!enrolments.take(unit, enrolment)) return Addition.NONE;
        authenticators.add(unit, userId, name, enrolment.secret(), step);
        return added(unit, userId);
    }

    /** Asks for a passkey after another first factor, from now on. Adds nothing for a user who has none, or is asked already. */
    public Addition askForPasskey(Store unit, String userId) {
        return passkey.switchOn(unit, userId) ? added(unit, userId) : Addition.NONE;
    }

    /**
     * Asks for a passkey as {@link #askForPasskey} does, but makes no recovery codes: the response to a sign-in can't show
     * them.
     *
     * @return {@code false} if nothing was added
     */
    public boolean enrolPasskey(Store unit, String userId) {
        return passkey.switchOn(unit, userId);
    }

    private Addition added(Store unit, String userId) {
        boolean hasCodes = recoveryCodes.left(unit, userId) > 0;
        return new Addition(true, hasCodes ? List.of() : recoveryCodes.replace(unit, userId));
    }

    /**
     * What has been added.
     *
     * @param isAdded {@code false} if the enrolment has ended, or another request has completed it
     * @param codes to be shown once
     */
    public record Addition(boolean isAdded, List<String> codes) {
        private static final Addition NONE = new Addition(false, List.of());

        /** Without the codes. */
        @Override
        public String toString() {
            return "Addition";
        }
    }

    /** Makes new recovery codes, to be shown once. */
    public List<String> replaceCodes(Store unit, String userId) {
        return recoveryCodes.replace(unit, userId);
    }

    /** Removes an authenticator. With the last factor, the recovery codes go, too. */
    public boolean remove(Store unit, String userId, String id) {
        boolean isRemoved = authenticators.remove(unit, userId, id);
        if (isRemoved) removed(unit, userId);
        return isRemoved;
    }

    /** Stops asking for a passkey. With the last factor, the recovery codes go, too. */
    public void stopAskingForPasskey(Store unit, String userId) {
        PasskeyFactor.switchOff(unit, userId);
        removed(unit, userId);
    }

    /** Follows the removal of a passkey: the last one takes along that the user is asked for it. */
    public void passkeyRemoved(Store unit, String userId) {
        if (!PasskeyFactor.hasPasskey(unit, userId)) stopAskingForPasskey(unit, userId);
    }

    private static void removed(Store unit, String userId) {
        if (!has(unit, userId)) unit.deleteRecordsByUserId(userId, RecoveryCodes.KIND);
    }

    /** Voids what has been begun: sign-ins that wait, and enrolments. */
    public void voidBegun(Store unit, String userId) {
        PausedSignIns.forget(unit, userId);
        enrolments.forget(unit, userId);
    }

    /** Removes all of a user's factors: they were set up without proof of the address. */
    public void removeAll(Store unit, String userId) {
        // First, so that an app that is being confirmed at this moment is among those that go.
        voidBegun(unit, userId);
        unit.deleteRecordsByUserId(userId, Authenticators.KIND);
        unit.deleteRecordsByUserId(userId, RecoveryCodes.KIND);
        TrustedBrowsers.forget(unit, userId);
    }
}
