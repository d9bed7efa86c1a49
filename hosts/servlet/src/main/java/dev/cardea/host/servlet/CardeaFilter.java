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
 * Answers the routes, keeps visitors signed in, and exposes the session to all other pages. Protected pages are shown
 * only to visitors whom the {@code authorized} callback allows. Immutable; safe for concurrent use.
 *
 * <pre>{@code
 * CardeaFilter.of(auth).protect("/account", "/admin/*").addTo(servletContext);
 * }</pre>
 *
 * <p>Pages read the session with {@link Cardea}, or where frameworks look for a user: {@code getUserPrincipal},
 * {@code getRemoteUser} and {@code isUserInRole}. The filter must be the first to read the body of a request.
 *
 * <p>The base path is the complete path in the browser: in an application below {@code /shop} it begins with
 * {@code /shop}. Protected paths are relative to the application, as in its other mappings.
 */
public final class CardeaFilter implements Filter {
    /** Marks a protected page that was already allowed, because an asynchronous handler passes the filter twice. */
    private static final String PASSED = "dev.cardea.passed";

    private final Auth auth;
    private final ProtectedPaths guarded;
    private final Function<Session, Collection<String>> roles;

    private CardeaFilter(Auth auth, ProtectedPaths guarded, Function<Session, Collection<String>> roles) {
        this.auth = auth;
        this.guarded = guarded;
        this.roles = roles;
    }

    public static CardeaFilter of(Auth auth) {
        return new CardeaFilter(
                auth,
                ProtectedPaths.of(),
                session -> SessionPrincipal.of(session).roles());
    }

    /** Returns a copy that guards these pages: {@code /page}, {@code /folder/*} or {@code /*}. */
    public CardeaFilter protect(String... paths) {
        return new CardeaFilter(auth, ProtectedPaths.of(paths), roles);
    }

    /**
     * Returns a copy in which {@code isUserInRole} uses this function; by default it uses the text {@code role} and the
     * list {@code roles} of the session or of its user.
     */
    public CardeaFilter roles(Function<Session, Collection<String>> of) {
        return new CardeaFilter(auth, guarded, of);
    }

    /**
     * Adds the filter before everything else in an application that is starting. It guards pages on every way to them:
     * a request, and a forward, an include, an asynchronous dispatch or an error page of the application.
     */
    public void addTo(ServletContext application) {
        var registration = application.addFilter("cardea", this);
        if (registration == null) throw new IllegalStateException("a filter named cardea exists already");
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(EnumSet.allOf(DispatcherType.class), false, "/*");
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest http && response instanceof HttpServletResponse answer) {
            doFilter(http, answer, chain);
        } else {
            throw new ServletException("Cardea supports HTTP only");
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
        if (visitor.cookies().isEmpty()) {
            chain.doFilter(new SignedInRequest(http, answer, roles), answer);
            return;
        }
        var kept = new BufferedResponse(answer, visitor);
        var signedIn = new SignedInRequest(http, kept, roles);
        chain.doFilter(signedIn, kept);
        if (!signedIn.isAsyncStarted()) kept.settle();
    }

    /** Handles a dispatch of the application: the same visitor, another page. */
    private void again(
            Visitor visitor, Request request, HttpServletRequest http, HttpServletResponse answer, FilterChain chain)
            throws IOException, ServletException {
        var refusal = refusal(visitor, request, http);
        var type = http.getDispatcherType();
        if (refusal.isEmpty()) {
            // For these two, the container continues with its own request.
            boolean unwrapped = type == DispatcherType.ASYNC || (type == DispatcherType.ERROR && isKnown(visitor));
            chain.doFilter(unwrapped ? new SignedInRequest(http, answer, roles) : http, answer);
        } else if (type == DispatcherType.FORWARD || type == DispatcherType.ASYNC) {
            answer.resetBuffer();
            Exchange.write(refusal.get(), http, answer);
        }
        // A rejected page is left out of the page that includes it; an error keeps its status, without the page.
    }

    /** An error page that reads the user must not fail again if the session could not be read. */
    private static boolean isKnown(Visitor visitor) {
        try {
            visitor.session();
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** Checks the page as it was sent, and as the container reads it. */
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
