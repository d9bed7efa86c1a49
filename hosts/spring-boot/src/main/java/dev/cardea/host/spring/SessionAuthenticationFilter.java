package dev.cardea.host.spring;

import dev.cardea.Visitor;
import dev.cardea.error.AuthException;
import dev.cardea.host.servlet.Cardea;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.filter.GenericFilterBean;

/**
 * Authenticates the signed-in user when Spring Security needs a user. An authentication of another kind takes
 * precedence; one of an earlier request never counts.
 */
final class SessionAuthenticationFilter extends GenericFilterBean {
    /**
     * Makes a {@code SessionManagementFilter} skip the request. That filter would otherwise treat each request of a
     * user whom it does not store as a new login, and give the HttpSession a new id each time.
     */
    private static final String SESSION_MANAGEMENT_DONE = "__spring_security_session_mgmt_filter_applied";

    private final SessionRoles roles;

    SessionAuthenticationFilter(SessionRoles roles) {
        this.roles = roles;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Cardea.visitor(request).ifPresent(visitor -> authenticate(visitor, request));
        try {
            chain.doFilter(request, response);
        } catch (AuthException e) {
            // The session is unknown: no page is shown, and no details of the error.
            if (response.isCommitted() || !isRefused(request, response)) throw e;
        }
    }

    private void authenticate(Visitor visitor, ServletRequest request) {
        var before = SecurityContextHolder.getDeferredContext();
        SecurityContextHolder.setDeferredContext(SingletonSupplier.of(() -> context(before.get(), visitor)));
        if (isSignedIn(visitor)) request.setAttribute(SESSION_MANAGEMENT_DONE, true);
    }

    private SecurityContext context(SecurityContext before, Visitor visitor) {
        var other = before.getAuthentication();
        if (other != null && !(other instanceof SessionAuthentication)) return before;
        return visitor.session()
                .map(session -> new SecurityContextImpl(new SessionAuthentication(session, roles.of(session))))
                .orElseGet(SecurityContextImpl::new);
    }

    /** Returns false if the session is unknown: a page that reads it gets the exception. */
    private static boolean isSignedIn(Visitor visitor) {
        return !isUnknown(visitor) && visitor.session().isPresent();
    }

    private static boolean isRefused(ServletRequest request, ServletResponse response) throws IOException {
        return request instanceof HttpServletRequest http
                && response instanceof HttpServletResponse answer
                && Cardea.visitor(http)
                        .filter(SessionAuthenticationFilter::isUnknown)
                        .isPresent()
                && Cardea.sendRefusal(http, answer);
    }

    private static boolean isUnknown(Visitor visitor) {
        try {
            visitor.session();
            return false;
        } catch (RuntimeException e) {
            return true;
        }
    }
}
