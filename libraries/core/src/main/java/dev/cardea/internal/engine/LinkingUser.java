package dev.cardea.internal.engine;

import dev.cardea.adapter.Store;
import dev.cardea.error.AuthException;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.session.CurrentLogins;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.model.User;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The user to whom a sign-in that begins now links an account, for the sign-in page. */
final class LinkingUser {
    private final SignInMethods methods;
    private final @Nullable Store store;
    private final CurrentLogins logins;
    private final EventPublisher publisher;

    LinkingUser(SignInMethods methods, @Nullable Store store, CurrentLogins logins, EventPublisher publisher) {
        this.methods = methods;
        this.store = store;
        this.logins = logins;
        this.publisher = publisher;
    }

    /** If the store fails, the page is shown without the user: a sign-in cannot begin then. */
    Optional<User> find(SessionCookie cookie) {
        if (store == null || methods.traits().values().stream().noneMatch(LinkingUser::links)) return Optional.empty();
        try {
            return logins.holder(cookie).map(User::id).flatMap(store::getUser);
        } catch (AuthException e) {
            publisher.log(e);
            return Optional.empty();
        }
    }

    private static boolean links(Traits traits) {
        return traits.registration() == Traits.Registration.BY_ACCOUNT;
    }
}
