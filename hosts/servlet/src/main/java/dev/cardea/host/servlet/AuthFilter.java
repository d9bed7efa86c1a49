package dev.cardea.host.servlet;

import dev.cardea.Auth;
import dev.cardea.ProtectedPaths;
import dev.cardea.Visitor;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.Session;
import dev.cardea.model.SessionPrincipal;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.function.Function;

/**
 * Stands before an application: answers the routes, keeps visitors signed in, lets only those into protected pages whom
 * the {@code authorized} callback lets in, and tells all other pages who came.
 *
 * <pre>{@code
 * AuthFilter.of(auth).protect("/account", "/admin/*").addTo(servletContext);
 * }</pre>
 *
 * <p>Pages find the visitor with {@link Cardea}, and where every framework looks for it: {@code getUserPrincipal},
 * {@code getRemoteUser} and {@code isUserInRole}. The filter wants to be the first that reads a request's body.
 *
 * <p>The base path is the whole path as browsers have it: in an application below {@code /shop} it begins with
 * {@code /shop}. Protected paths are those within the application, as in its other mappings.
 */
public final class AuthFilter implements Filter {
    /** The protected page that the visitor was let into: an asynchronous handler comes by it twice. */
    private static final String PASSED = "dev.cardea.passed";

    private final Auth auth;
    private final ProtectedPaths guarded;
    private final Function<Session, Collection<String>> roles;

    private AuthFilter(Auth auth, ProtectedPaths guarded, Function<Session, Collection<String>> roles) {
        this.auth = auth;
        this.guarded = guarded;
        this.roles = roles;
    }

    public static AuthFilter of(Auth auth) {
        return new AuthFilter(
                auth,
                ProtectedPaths.of(),
                session -> SessionPrincipal.of(session).roles());
    }

    /** A copy before these pages: {@code /page}, {@code /folder/*} or {@code /*}. */
    public AuthFilter protect(String... paths) {
        return new AuthFilter(auth, ProtectedPaths.of(paths), roles);
    }

    /**
     * A copy in which {@code isUserInRole} asks this; unless set, the text {@code role} and the list {@code roles} of the
     * session or of its user.
     */
    public AuthFilter roles(Function<Session, Collection<String>> of) {
        return new AuthFilter(auth, guarded, of);
    }

    /**
     * Puts this before everything of an application that is starting. Pages are guarded however they are reached: by a
     * request, and by a forward, an include, an asynchronous dispatch or an error page of the application.
     */
    public void addTo(ServletContext application) {
        var registration = application.addFilter("cardea", this);
        if (registration == null) throw new IllegalStateException("there is a filter named cardea already");
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(EnumSet.allOf(DispatcherType.class), false, "/*");
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest http && response instanceof HttpServletResponse answer) {
            doFilter(http, answer, chain);
        } else {
            throw new ServletException("Cardea speaks HTTP only");
        }
    }

    private void doFilter(HttpServletRequest http, HttpServletResponse answer, FilterChain chain)
            throws IOException, ServletException {
        Request request;
        try {
            request = Exchange.request(http);
        } catch (IllegalArgumentException e) {
            answer.sendError(HttpServletResponse.SC_BAD_REQUEST);
            return;
        }
        var seen = Cardea.visitor(http);
        if (seen.isPresent()) again(seen.get(), request, http, answer, chain);
        else first(request, http, answer, chain);
    }

    private void first(Request request, HttpServletRequest http, HttpServletResponse answer, FilterChain chain)
            throws IOException, ServletException {
        if (auth.handles(request)) {
            Exchange.write(auth.handle(Exchange.withBody(request, http)), http, answer);
            return;
        }
        var visitor = auth.visitor(request);
        var refusal = refusal(visitor, request, http);
        if (refusal.isPresent()) {
            Exchange.write(refusal.get(), http, answer);
            return;
        }
        http.setAttribute(Cardea.VISITOR, visitor);
        var signedIn = new SignedInRequest(http, roles);
        if (visitor.cookies().isEmpty()) {
            chain.doFilter(signedIn, answer);
            return;
        }
        var kept = new KeptResponse(answer, visitor);
        chain.doFilter(signedIn, kept);
        if (!signedIn.isAsyncStarted()) kept.settle();
    }

    /** The application dispatched: the same visitor, another page. */
    private void again(
            Visitor visitor, Request request, HttpServletRequest http, HttpServletResponse answer, FilterChain chain)
            throws IOException, ServletException {
        var refusal = refusal(visitor, request, http);
        var type = http.getDispatcherType();
        if (refusal.isEmpty()) {
            // For these two the container goes on with its own request.
            boolean unwrapped = type == DispatcherType.ASYNC || (type == DispatcherType.ERROR && isKnown(visitor));
            chain.doFilter(unwrapped ? new SignedInRequest(http, roles) : http, answer);
        } else if (type == DispatcherType.FORWARD || type == DispatcherType.ASYNC) {
            answer.resetBuffer();
            Exchange.write(refusal.get(), http, answer);
        }
        // An included page is left out of the page that includes it; an error keeps its status, without the page.
    }

    /** An error page that asks for the user must not fail again where that could not be looked up. */
    private static boolean isKnown(Visitor visitor) {
        try {
            visitor.session();
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** The page is looked up as it was sent, and as the container reads it. */
    private Optional<Response> refusal(Visitor visitor, Request request, HttpServletRequest http) {
        var sent = request.path();
        var context = http.getContextPath();
        var path = sent.startsWith(context) ? sent.substring(context.length()) : sent;
        if (!guarded.cover(path, Page.of(http).within()) || path.equals(http.getAttribute(PASSED))) {
            return Optional.empty();
        }
        var refusal = visitor.refusal(request);
        if (refusal.isEmpty()) http.setAttribute(PASSED, path);
        return refusal;
    }
}
