package dev.cardea.module;

import dev.cardea.adapter.Store;
import dev.cardea.json.Claims;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A site as a module sees it when no visitor asks: for jobs, commands and pages of administrators. Safe for concurrent use.
 *
 * <p><b>Security:</b> nothing here checks who calls it.
 */
public interface SiteContext {
    /** Returns the store of the configuration. */
    Store store();

    /** Returns the clock of the configuration. */
    Clock clock();

    /** Returns the public URL below which the routes are; empty if the configuration has none, so that each request says it. */
    Optional<String> baseUrl();

    /** Returns the step of the sign-ins of this configuration, by which a module finds itself; empty if no module has one. */
    Optional<SignInStep> signInStep();

    /**
     * Makes a change after which a user is signed in nowhere, such as a block. The event {@code sessionEnded} reports each
     * session with the reason {@code administrator}.
     *
     * <p>In a store with units of work, all of this is one unit, whose first statement locks the user. It may be repeated, so
     * change nothing outside of the {@code Store}. In a store without units, sessions end before the change and after it.
     * After a failure halfway, fewer sessions are open, and a repetition ends the rest.
     *
     * @return {@code false} if the store doesn't have the user; nothing has changed then
     * @throws dev.cardea.error.AdapterException where the store doesn't respond
     */
    boolean endSessions(String userId, Consumer<Store> change);

    /**
     * Publishes the event {@code accountChanged}, as {@link RouteRequest#publishAccountChange} does. It has the request of
     * this thread, if Cardea is handling one.
     *
     * @param userId {@code null} for someone who isn't a user yet
     */
    void publishAccountChange(String kind, @Nullable String userId, Claims details);
}
