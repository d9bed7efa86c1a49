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
import java.util.function.Supplier;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.filter.GenericFilterBean;

/** Authenticates who is signed in, when somebody asks; what authenticated before stands. */
final class SessionAuthenticationFilter extends GenericFilterBean {
    private final SessionRoles roles;

    SessionAuthenticationFilter(SessionRoles roles) {
        this.roles = roles;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var visitor = Cardea.visitor(request);
        if (visitor.isPresent()) {
            var before = SecurityContextHolder.getDeferredContext();
            SecurityContextHolder.setDeferredContext(SingletonSupplier.of(() -> context(before, visitor.get())));
        }
        try {
            chain.doFilter(request, response);
        } catch (AuthException e) {
            // Nobody can say who came: no page, and no trace of why.
            if (response.isCommitted() || !isRefused(request, response)) throw e;
        }
    }

    private SecurityContext context(Supplier<SecurityContext> before, Visitor visitor) {
        var context = before.get();
        if (context.getAuthentication() != null) return context;
        return visitor.session()
                .<SecurityContext>map(
                        session -> new SecurityContextImpl(new SessionAuthentication(session, roles.of(session))))
                .orElse(context);
    }

    private static boolean isRefused(ServletRequest request, ServletResponse response) throws IOException {
        return request instanceof HttpServletRequest http
                && response instanceof HttpServletResponse answer
                && Cardea.visitor(http)
                        .filter(SessionAuthenticationFilter::isUnknown)
                        .isPresent()
                && Cardea.refused(http, answer);
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
