package dev.cardea.host.spring;

import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.model.SessionPrincipal;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.Transient;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/**
 * The signed-in user, for Spring Security. The principal is the {@link Session}; the name is the user's id.
 *
 * <p>It is valid for one request. Spring Security does not store it. If an application stores it anyway, it does not
 * authenticate later requests: the session cookie of every request decides.
 */
@Transient
public final class SessionAuthentication extends AbstractAuthenticationToken {
    private static final long serialVersionUID = 1L;

    /** Absent after deserialization. */
    private final transient @Nullable Session session;

    SessionAuthentication(Session session, Collection<String> roles) {
        super(roles.stream()
                .map(role -> new SimpleGrantedAuthority(role.startsWith("ROLE_") ? role : "ROLE_" + role))
                .toList());
        this.session = session;
        super.setAuthenticated(true);
    }

    @Override
    public boolean isAuthenticated() {
        return session != null && super.isAuthenticated();
    }

    @Override
    public String getName() {
        return SessionPrincipal.of(getPrincipal()).name();
    }

    /** The session; without a user after deserialization. */
    @Override
    public Session getPrincipal() {
        return session == null ? Session.of(Claims.NONE) : session;
    }

    /** Empty: no credentials are kept. */
    @Override
    public String getCredentials() {
        return "";
    }
}
