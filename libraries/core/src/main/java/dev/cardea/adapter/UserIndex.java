package dev.cardea.adapter;

import dev.cardea.model.User;
import java.util.List;

/** All users, a page at a time, for commands and for pages of administrators. */
public interface UserIndex extends Adapter {
    /**
     * Returns the users of a page, in the order of their ids; empty after the last user. The store chooses that order
     * and keeps to it: a user who exists throughout is on exactly one page, although others are created or deleted in
     * the meantime.
     *
     * @throws StoreUnavailableException if the store doesn't respond
     */
    List<User> listUsers(UserPage page);
}
