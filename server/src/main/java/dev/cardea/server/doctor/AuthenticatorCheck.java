package dev.cardea.server.doctor;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.accounts.EncryptedSecrets;
import dev.cardea.accounts.EncryptedSecrets.Count;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.UserIndex;
import dev.cardea.error.AuthException;
import dev.cardea.server.store.OpenStore;

/** Finds keys of authenticator apps that no encryption key opens. */
record AuthenticatorCheck(AuthConfig auth, OpenStore store, Diagnosis diagnosis) {
    /** Each user needs a query, and an operator waits. */
    private static final int USERS = 10_000;

    void examine() {
        // The check of the providers reports these.
        if (!auth.missingCredentials().isEmpty() || !auth.strategy().canEnd()) return;
        EncryptedSecrets.of(Auth.of(auth).site()).ifPresent(this::examine);
    }

    private void examine(EncryptedSecrets secrets) {
        if (!(store.adapter() instanceof UserIndex)) {
            advise("the keys of authenticator apps weren't checked, because this store can't list users");
            return;
        }
        try {
            report(secrets.count(USERS));
        } catch (AuthException | StoreException e) {
            advise("the keys of authenticator apps weren't checked: " + ConnectionProbe.reason(e));
        }
    }

    private void report(Count count) {
        if (count.unreadable() > 0) {
            advise("keys of authenticator apps that can't be decrypted: " + count.unreadable() + " of " + count.total()
                    + ", so codes of these apps are rejected; add what encrypted them to secret or encryptionKeys; if it "
                    + "is lost, run cardea users reset-factors for each user who asks");
        } else if (count.total() > 0) {
            var remedy = count.older() == 0 ? "" : "; run cardea users reseal before you remove an older one";
            diagnosis.ok(
                    DoctorCheck.FACTORS,
                    "all keys of authenticator apps can be decrypted: " + count.newest()
                            + " with the newest encryption key, " + count.older() + " with older ones" + remedy);
        }
    }

    private void advise(String message) {
        diagnosis.advise(DoctorCheck.FACTORS, message);
    }
}
