package dev.cardea.host.servlet;

import dev.cardea.action.SignOut;
import dev.cardea.error.AuthException;
import dev.cardea.model.Session;
import dev.cardea.model.SessionPrincipal;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request with the user of the session. If the visitor is not signed in, the container's own user applies. */
final class SignedInRequest extends HttpServletRequestWrapper {
    /** On a request whose page has logged its user out, so that pages it dispatches to see none either. */
    private static final String LOGGED_OUT = "dev.cardea.loggedOut";

    private final HttpServletResponse answer;
    private final Function<Session, Collection<String>> roles;

    SignedInRequest(
            HttpServletRequest request, HttpServletResponse answer, Function<Session, Collection<String>> roles) {
        super(request);
        this.answer = answer;
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

    /** A user who is signed in here is authenticated; any other one is the container's to ask. */
    @Override
    public boolean authenticate(HttpServletResponse response) throws IOException, ServletException {
        return session().isPresent() || super.authenticate(response);
    }

    /**
     * Ends the session here, and the container's own login.
     *
     * @throws ServletException where the answer has left, so that its cookie cannot be deleted, or the store cannot end the
     *     session; the user stays signed in then
     */
    @Override
    public void logout() throws ServletException {
        if (session().isPresent()) {
            if (answer.isCommitted()) {
                throw new ServletException("the response has already been sent; log out before the page writes");
            }
            try {
                Cardea.signOutWithoutRedirect(this, answer, SignOut.DEFAULT);
            } catch (AuthException e) {
                throw new ServletException("the session could not be ended; the user stays signed in", e);
            }
            setAttribute(LOGGED_OUT, true);
            // Some containers fail where there is no login of their own to end.
            if (super.getUserPrincipal() == null) return;
        }
        super.logout();
    }

    private Optional<Session> session() {
        return getAttribute(LOGGED_OUT) == null ? Cardea.session(getRequest()) : Optional.empty();
    }
}
