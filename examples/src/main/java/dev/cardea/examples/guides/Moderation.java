package dev.cardea.examples.guides;

import dev.cardea.Auth;
import dev.cardea.accounts.Actor;
import dev.cardea.accounts.UserAdmin;
import dev.cardea.model.Login;

/** What a page of administrators does. */
final class Moderation {
    private Moderation() {}

    /** @param login of an administrator */
    static void block(Auth auth, Login login, String userId) {
        // sample
        var admin = UserAdmin.of(auth, Actor.of(login));
        admin.block(userId, "sent spam", null);
        // end
    }
}
