package dev.cardea.host.micronaut;

import dev.cardea.Visitor;
import dev.cardea.error.AuthException;
import dev.cardea.http.Cookie;
import dev.cardea.http.Response;
import dev.cardea.http.ResponseHeaders;
import dev.cardea.model.SessionPrincipal;
import io.micronaut.http.HttpAttributes;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MutableHttpHeaders;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The state that the filter attaches to a request for the handlers, and that they change for its response. */
final class RequestState {
    private static final String KEY = "dev.cardea.request";

    private final Visitor visitor;
    /** Cookies of a sign-in, sign-out or update from code. */
    private volatile List<Cookie> own = List.of();

    RequestState(Visitor visitor) {
        this.visitor = visitor;
    }

    /** @throws IllegalStateException if the filter has not seen the request */
    static RequestState of(HttpRequest<?> http) {
        return find(http)
                .orElseThrow(() -> new IllegalStateException(
                        "Cardea's filter has not seen this request; call this after it, not in an earlier filter"));
    }

    static Optional<RequestState> find(HttpRequest<?> http) {
        return http.getAttribute(KEY, RequestState.class);
    }

    @SuppressWarnings("removal")
    void putInto(HttpRequest<?> http) {
        http.setAttribute(KEY, this);
        principal().ifPresent(principal -> http.setAttribute(HttpAttributes.PRINCIPAL, principal));
    }

    Visitor visitor() {
        return visitor;
    }

    /** Returns empty while it is unknown who is signed in. */
    Optional<SessionPrincipal> principal() {
        try {
            return visitor.session().map(SessionPrincipal::of);
        } catch (AuthException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the response for a visitor who may not see a page for users, or who lacks a role.
     *
     * @param needed of each set the user must have one role; an empty set admits every user
     */
    Optional<Response> refusal(Set<Set<String>> needed) {
        var refusal = visitor.refusal();
        if (refusal.isPresent()) return refusal;
        // The callback may allow every visitor, but this handler needs a user.
        var session = visitor.session();
        if (session.isEmpty()) return Optional.of(Response.of(401));
        var own = SessionPrincipal.of(session.get()).roles();
        boolean passes = needed.stream()
                .allMatch(roles -> roles.isEmpty() || own.stream().anyMatch(roles::contains));
        return passes ? Optional.empty() : Optional.of(visitor.forbidden());
    }

    synchronized void add(List<Cookie> cookies) {
        var all = new ArrayList<>(own);
        all.addAll(cookies);
        own = List.copyOf(all);
    }

    /**
     * Adds the session cookies and cache headers, after the page has set its own headers; cookies of code precede those
     * of the page.
     */
    void setCookies(int status, MutableHttpHeaders page) {
        var headers = new MicronautHeaders(page);
        var lines = new ArrayList<String>();
        for (var cookie : own) lines.add(cookie.toHeaderValue());
        lines.addAll(headers.values("Set-Cookie"));
        if (!own.isEmpty()) headers.set("Set-Cookie", lines);
        visitor.keep(status, headers);
    }

    private record MicronautHeaders(MutableHttpHeaders headers) implements ResponseHeaders {
        @Override
        public Collection<String> names() {
            return headers.names();
        }

        @Override
        public Collection<String> values(String name) {
            return headers.getAll(name);
        }

        @Override
        public void set(String name, List<String> values) {
            headers.remove(name);
            for (var value : values) headers.add(name, value);
        }
    }
}
