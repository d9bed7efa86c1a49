package dev.cardea.host.spring;

import dev.cardea.model.Session;
import java.util.Optional;

/**
 * Reads the session in code outside handlers (Auth.js: {@code auth()} without arguments); a bean. Safe for
 * concurrent use.
 *
 * <pre>{@code
 * record Greeter(CurrentSession current) {
 *     String greeting() {
 *         return current.as(Me.class).map(me -> "Hello " + me.name()).orElse("Who are you?");
 *     }
 * }
 * }</pre>
 *
 * <p>It is the session of the request that the current thread serves. Without such a request it is unknown who is
 * signed in, and a call throws an exception. Pass the session to your own threads and scheduled tasks when you start
 * them. In tests, replace this bean by a lambda.
 */
@FunctionalInterface
public interface CurrentSession {
    /**
     * Returns the session; empty if the visitor is not signed in.
     *
     * @throws IllegalStateException if this thread serves no request
     * @throws dev.cardea.error.ConfigurationException if the configuration is invalid
     * @throws dev.cardea.error.AdapterException if the store failed
     */
    Optional<Session> session();

    /** Returns the session as a record of the application; see {@link Session#as}. */
    default <T extends Record> Optional<T> as(Class<T> view) {
        return session().map(session -> session.as(view));
    }
}
