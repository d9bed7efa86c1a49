package dev.cardea.internal.method;

import dev.cardea.http.Cookie;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Proof of who somebody is. Only the rooms make one; a rule of the build names them.
 *
 * @param user who the provider says it is; its id is provisional unless the provider is credentials
 * @param account all of what the provider gave
 * @param stored what of the account is stored when it is linked
 * @param profile with OAuth
 * @param credentials with credentials: what was entered
 * @param spent cookies to clear
 * @param restore puts back what was used up, for the case that nobody could be registered
 * @param enrolment what is stored with the account, where a credential was made
 */
public record VerifiedIdentity(
        User user,
        Account account,
        Account stored,
        @Nullable Profile profile,
        @Nullable Claims credentials,
        List<Cookie> spent,
        Runnable restore,
        @Nullable NewCredential enrolment)
        implements Outcome {
    public VerifiedIdentity {
        spent = List.copyOf(spent);
    }

    /** Where no credential was made. */
    public VerifiedIdentity(
            User user,
            Account account,
            Account stored,
            @Nullable Profile profile,
            @Nullable Claims credentials,
            List<Cookie> spent,
            Runnable restore) {
        this(user, account, stored, profile, credentials, spent, restore, null);
    }
}
