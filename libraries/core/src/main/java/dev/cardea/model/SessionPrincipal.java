package dev.cardea.model;

import dev.cardea.json.Claim;
import java.security.Principal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The signed-in user, for frameworks that need a principal and its roles.
 *
 * @param name the user's id, or the email address of a user without an id
 */
public record SessionPrincipal(String name, Session session) implements Principal {
    public static SessionPrincipal of(Session session) {
        var user = session.user();
        var name = user.id() == null ? user.email() : user.id();
        return new SessionPrincipal(name == null ? "" : name, session);
    }

    /** Returns the text {@code role} and the list {@code roles}, of the session or of its user. */
    public Set<String> roles() {
        Set<String> roles = new LinkedHashSet<>();
        for (var claims : List.of(session.claims(), session.user().claims())) {
            claims.get(Claim.text("role")).ifPresent(roles::add);
            claims.get(Claim.list("roles")).ifPresent(all -> all.forEach(role -> roles.add(String.valueOf(role))));
        }
        return roles;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
