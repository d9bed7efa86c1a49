package dev.cardea.internal.method;

import dev.cardea.http.Cookie;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A verified identity. Only sign-in methods create one; {@code ArchitectureTest} enforces it.
 *
 * @param traits of the method that verified it
 * @param user as the provider describes the visitor; its id is provisional unless the provider is credentials
 * @param account everything that the provider returned
 * @param stored the part of the account that is stored when it is linked
 * @param profile with OAuth
 * @param credentials with credentials: what was entered
 * @param spent cookies to clear
 * @param restore makes the sign-in's single-use token valid again, if the user could not be stored
 * @param enrolment the new credential that is stored with the account; {@code null} if none was created
 */
public record VerifiedIdentity(
        Traits traits,
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

    /** Creates an identity without a new credential. */
    public VerifiedIdentity(
            Traits traits,
            User user,
            Account account,
            Account stored,
            @Nullable Profile profile,
            @Nullable Claims credentials,
            List<Cookie> spent,
            Runnable restore) {
        this(traits, user, account, stored, profile, credentials, spent, restore, null);
    }
}
