package dev.cardea.adapter;

import dev.cardea.model.User;
import java.util.Optional;

/**
 * Serializes units of work that concern one user. With it, a sign-in cannot take effect while another request verifies
 * the user's email address and ends earlier logins. Without it, the library reads the user instead, which leaves a gap
 * of milliseconds in stores whose units do not validate their reads.
 */
public interface UserLocks extends Adapter {
    /**
     * Returns the present user, and prevents changes to it until the unit of work ends. Of two units that lock or
     * change one user, the later one waits and then sees what the earlier one wrote, or it fails with a
     * {@link StoreConflictException} and has written nothing. Called only within a unit, as its first step.
     *
     * @return empty for an unknown user, who is not locked
     * @throws StoreConflictException if another unit of work has this user
     * @throws StoreUnavailableException if the store doesn't respond, or the other unit takes too long
     */
    Optional<User> lockUser(String id);
}
