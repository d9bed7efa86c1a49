package dev.cardea.host.servlet;

import dev.cardea.Admission;
import dev.cardea.Auth;
import dev.cardea.Guard;
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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Serves the routes, keeps visitors signed in, and gives all other pages the session. Protected pages are shown
 * only to visitors whom the {@code authorized} callback allows. Immutable; safe for concurrent use.
 *
 * <pre>{@code
 * CardeaFilter.of(auth).protect("/account", "/admin/*").addTo(servletContext);
 * }</pre>
 *
 * <p>Pages read the session with {@link Cardea}, or where frameworks look for a user: {@code getUserPrincipal},
 * {@code getRemoteUser} and {@code isUserInRole}. The filter must be the first to read the body of a request.
 *
 * <p>In an application below {@code /shop}, the routes are below {@code /shop/auth}, and own pages are paths of the
 * application. A base path that was set is the complete path in the browser. Protected paths are relative to the
 * application, as in its other mappings.
 */
public final class CardeaFilter implements Filter {
    /** Marks a protected page that was already allowed, because an asynchronous handler passes the filter twice. */
    private static final String PASSED = "dev.cardea.passed";

    private final Guard guard;
    private final Function<Session, Collection<String>> roles;

    /** By the context path of the application: a filter mostly serves one. */
    private final Map<String, Guard> guards = new ConcurrentHashMap<>();

    private CardeaFilter(Guard guard, Function<Session, Collection<String>> roles) {
        this.guard = guard;
        this.roles = roles;
    }

    public static CardeaFilter of(Auth auth) {
        return new CardeaFilter(
                auth.guard(), session -> SessionPrincipal.of(session).roles());
    }

    /** Returns a copy that guards these pages: {@code /page}, {@code /folder/*} or {@code /*}. */
    public CardeaFilter protect(String... paths) {
        return new CardeaFilter(guard.protect(paths), roles);
    }

    /**
     * Returns a copy in which {@code isUserInRole} uses this function; by default it uses the text {@code role} and the
     * list {@code roles} of the session or of its user.
     */
    public CardeaFilter roles(Function<Session, Collection<String>> of) {
        return new CardeaFilter(guard, of);
    }

    /**
     * Adds the filter before everything else in an application that is starting. It protects pages however they are
     * reached: by a request, a forward, an include, an asynchronous dispatch or an error page of the application.
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
        var page = DispatchedPage.of(http);
        // Not that of the request, in which a client may have written it in another way.
        var context = http.getServletContext().getContextPath();
        var admission = guards.computeIfAbsent(context, guard::at).admit(request, page.sent(), page.routed());
        if (admission instanceof Admission.Route route) {
            Exchange.write(route.answer(Exchange.withBody(request, http)), http, answer);
        } else if (admission instanceof Admission.Denial denial) {
            Exchange.write(denial.response(), http, answer);
        } else if (admission instanceof Admission.Page shown) {
            if (shown.isProtected()) http.setAttribute(PASSED, page.sent());
            show(shown.visitor(), http, answer, chain);
        }
    }

    private void show(Visitor visitor, HttpServletRequest http, HttpServletResponse answer, FilterChain chain)
            throws IOException, ServletException {
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
        var denial = denial(visitor, request, http);
        var type = http.getDispatcherType();
        if (denial.isEmpty()) {
            // For these two, the container continues with its own request.
            boolean unwrapped = type == DispatcherType.ASYNC || (type == DispatcherType.ERROR && isKnown(visitor));
            chain.doFilter(unwrapped ? new SignedInRequest(http, answer, roles) : http, answer);
        } else if (type == DispatcherType.FORWARD || type == DispatcherType.ASYNC) {
            answer.resetBuffer();
            Exchange.write(denial.get(), http, answer);
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

    /** Returns the denial of a page, unless it is the one that was allowed last. */
    private Optional<Response> denial(Visitor visitor, Request request, HttpServletRequest http) {
        var page = DispatchedPage.of(http);
        if (page.sent().equals(http.getAttribute(PASSED))) return Optional.empty();
        var admission = guard.admit(visitor, request, page.sent(), page.routed());
        if (admission instanceof Admission.Denial denial) return Optional.of(denial.response());
        if (admission instanceof Admission.Page shown && shown.isProtected()) http.setAttribute(PASSED, page.sent());
        return Optional.empty();
    }
}
