package dev.cardea;

import dev.cardea.http.Request;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Decides about each request of a site, in the order that every framework integration follows: a route of Cardea, the
 * visitor, a denial, the page. Immutable; safe for concurrent use.
 *
 * <pre>{@code
 * var admission = guard.admit(request, routedPath);
 * if (admission instanceof Admission.Route route) send(route.answer(request.body(bytes)));
 * else if (admission instanceof Admission.Denial denial) send(denial.response());
 * else if (admission instanceof Admission.Page page) proceed(page.visitor());
 * }</pre>
 */
public final class Guard {
    private final Function<Request, EngineLookup> lookups;
    private final BiFunction<String, ProtectedPaths, Guard> moved;
    private final String contextPath;
    private final ProtectedPaths chosen;
    private final ProtectedPaths paths;

    /**
     * @param contextPath of the application; empty for none
     * @param moved makes a guard for another context path
     */
    Guard(
            Function<Request, EngineLookup> lookups,
            String contextPath,
            ProtectedPaths chosen,
            BiFunction<String, ProtectedPaths, Guard> moved) {
        this.lookups = lookups;
        this.contextPath = contextPath;
        this.chosen = chosen;
        this.moved = moved;
        paths = chosen.at(contextPath);
    }

    /**
     * Returns a copy that protects these paths only.
     *
     * @throws IllegalArgumentException for an invalid pattern; see {@link ProtectedPaths#of(String...)}
     */
    public Guard protect(String... patterns) {
        return new Guard(lookups, contextPath, ProtectedPaths.of(patterns), moved);
    }

    /**
     * Returns a copy for an application that its framework serves below a path; see {@link Auth#at}. Protected paths may
     * be written with that path or without it. From then on, the {@link Auth} that made this guard treats requests below
     * that path in the same way, so handlers of the application can call it with their requests. Call it when the
     * application starts, and never with a path that a request brought.
     */
    public Guard at(String path) {
        return moved.apply(path, chosen);
    }

    /**
     * Decides about a request. Blocks for a store or a callback. Never throws: what fails becomes a denial of a protected
     * page, and an exception of {@link Visitor#session} on any other.
     *
     * @param request without its body, which only {@link Admission.Route} needs
     * @param routedPath the path as the framework's router reads it
     */
    public Admission admit(Request request, String routedPath) {
        return admit(request, request.path(), routedPath);
    }

    /**
     * Works as {@link #admit(Request, String)} in an application that is mounted below a path: protected paths are
     * relative to it.
     *
     * @param sentPath the path as it was sent, without that of the application
     * @param routedPath the path as the framework's router reads it, without that of the application
     */
    public Admission admit(Request request, String sentPath, String routedPath) {
        var lookup = lookups.apply(request);
        if (lookup.handles(request)) return new Admission.Route(lookup::handle);
        return admit(Visitor.of(lookup, request), request, sentPath, routedPath);
    }

    /**
     * Decides about another page for the same visitor, where a framework forwards a request or includes a page. Never
     * returns a {@link Admission.Route}.
     *
     * @param page the request for the other page
     */
    public Admission admit(Visitor visitor, Request page, String sentPath, String routedPath) {
        if (!paths.cover(sentPath, routedPath)) return new Admission.Page(visitor, false);
        return visitor.refusal(page)
                .<Admission>map(Admission.Denial::new)
                .orElseGet(() -> new Admission.Page(visitor, true));
    }
}
