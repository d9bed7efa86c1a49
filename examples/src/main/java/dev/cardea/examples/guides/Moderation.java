package dev.cardea.examples.guides;

import dev.cardea.Auth;
import dev.cardea.accounts.Actor;
import dev.cardea.accounts.UserAdmin;
import dev.cardea.model.Session;

/** What a page of administrators does. */
final class Moderation {
    private Moderation() {}

    /** @param session of an administrator */
    static void block(Auth auth, Session session, String userId) {
        // sample
        var admin = UserAdmin.of(auth, Actor.user(session.user().id()));
        admin.block(userId, "sent spam", null);
        // end
    }
}
