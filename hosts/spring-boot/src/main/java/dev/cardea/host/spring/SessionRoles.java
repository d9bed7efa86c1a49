package dev.cardea.host.spring;

import dev.cardea.model.Session;
import dev.cardea.model.SessionPrincipal;
import java.util.Collection;

/**
 * Returns the roles of a user; a bean of the application. Without it, they are the text {@code role} and the list
 * {@code roles} of the session or of its user. Spring Security sees each with the prefix {@code ROLE_}.
 */
@FunctionalInterface
public interface SessionRoles {
    SessionRoles DEFAULT = session -> SessionPrincipal.of(session).roles();

    Collection<String> of(Session session);
}
