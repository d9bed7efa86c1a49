package dev.cardea.host.servlet;

import dev.cardea.model.Session;
import dev.cardea.model.SessionPrincipal;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.security.Principal;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request with the user of the session. If the visitor is not signed in, the container's own user applies. */
final class SignedInRequest extends HttpServletRequestWrapper {
    private final Function<Session, Collection<String>> roles;

    SignedInRequest(HttpServletRequest request, Function<Session, Collection<String>> roles) {
        super(request);
        this.roles = roles;
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        var session = session();
        return session.isPresent() ? SessionPrincipal.of(session.get()) : super.getUserPrincipal();
    }

    @Override
    public @Nullable String getRemoteUser() {
        var session = session();
        return session.isPresent() ? SessionPrincipal.of(session.get()).name() : super.getRemoteUser();
    }

    @Override
    public @Nullable String getAuthType() {
        return session().isPresent() ? "CARDEA" : super.getAuthType();
    }

    @Override
    public boolean isUserInRole(String role) {
        var session = session();
        return session.isPresent() ? roles.apply(session.get()).contains(role) : super.isUserInRole(role);
    }

    private Optional<Session> session() {
        return Cardea.session(getRequest());
    }
}
