package dev.cardea.host.spring;

import dev.cardea.model.Session;
import java.util.Optional;

/**
 * Who is signed in, for code away from the handler (interface: {@code auth()} without arguments); a bean.
 *
 * <pre>{@code
 * record Greeter(CurrentSession current) {
 *     String greeting() {
 *         return current.as(Me.class).map(me -> "Hello " + me.name()).orElse("Who are you?");
 *     }
 * }
 * }</pre>
 *
 * <p>It is the session of the request that is answered on the thread that asks. Where there is no such request nobody can
 * tell who is signed in, and asking is an error: a thread of its own and a scheduled task are handed the session by whoever
 * begins them. In tests of such code a lambda stands for it.
 */
@FunctionalInterface
public interface CurrentSession {
    /**
     * Who is signed in, if anyone.
     *
     * @throws IllegalStateException where no request is answered on this thread
     * @throws dev.cardea.error.ConfigurationException where the configuration is broken
     * @throws dev.cardea.error.AdapterException where the store did not answer
     */
    Optional<Session> session();

    /** The same as a record of the application's own; see {@link Session#as}. */
    default <T extends Record> Optional<T> as(Class<T> view) {
        return session().map(session -> session.as(view));
    }
}
