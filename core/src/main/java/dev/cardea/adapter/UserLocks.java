package dev.cardea.adapter;

import dev.cardea.model.User;
import java.util.Optional;

/**
 * Serializes units of work that concern one user. With it a sign-in cannot slip through while another request verifies the
 * user's e-mail address and ends what was there before. Without it the library reads the user instead, which leaves a gap
 * of milliseconds in stores whose units do not check what they read.
 */
public interface UserLocks extends Adapter {
    /**
     * Returns the user as it is now, and keeps it from being changed until the unit of work ends. Of two units that lock
     * or change one user, the later one waits and then sees what the earlier one wrote, or it fails with a
     * {@link StoreConflictException} and has written nothing. Called as the first step of a unit, and only within one.
     *
     * @return empty for an unknown user, who is not locked
     */
    Optional<User> lockUser(String id);
}
