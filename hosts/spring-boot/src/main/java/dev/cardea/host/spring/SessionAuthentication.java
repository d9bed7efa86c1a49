package dev.cardea.host.spring;

import dev.cardea.model.Session;
import dev.cardea.model.SessionPrincipal;
import java.util.Collection;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** Whoever is signed in, for Spring Security. The principal is the {@link Session}; the name is the user's id. */
public final class SessionAuthentication extends AbstractAuthenticationToken {
    private static final long serialVersionUID = 1L;

    private final transient Session session;

    SessionAuthentication(Session session, Collection<String> roles) {
        super(roles.stream()
                .map(role -> new SimpleGrantedAuthority(role.startsWith("ROLE_") ? role : "ROLE_" + role))
                .toList());
        this.session = session;
        super.setAuthenticated(true);
    }

    @Override
    public String getName() {
        return SessionPrincipal.of(session).name();
    }

    @Override
    public Session getPrincipal() {
        return session;
    }

    /** Nothing: what proved it was not kept. */
    @Override
    public String getCredentials() {
        return "";
    }
}
