package dev.cardea.examples.docs;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.UserIndex;
import dev.cardea.adapter.UserPage;
import dev.cardea.model.User;
import java.util.List;

/** The users of a store, page by page. */
public final class UserList {
    private UserList() {}

    public static List<User> first(Adapter store) {
        // sample
        var page = ((UserIndex) store).listUsers(UserPage.first(100));
        // end
        return page;
    }
}
