package dev.cardea.module;

import dev.cardea.adapter.Store;
import dev.cardea.model.Login;
import java.time.Instant;
import java.util.Optional;

/**
 * A visitor's request for a page of the application, as a module sees it outside of its routes: for rules that need more
 * than the session. It reads nothing before it is asked. Not for sharing between threads.
 */
public interface PageRequest {
    /**
     * Returns who is signed in, as {@code Auth.login} does; empty if no user is. Asks the store at each call.
     *
     * @throws dev.cardea.error.ConfigurationException with the strategy {@code jwt}: the store doesn't have its sessions
     * @throws dev.cardea.error.AdapterException where the store doesn't respond
     * @throws dev.cardea.error.AuthException where a callback failed; whether the visitor is signed in is unknown
     */
    Optional<Login> login();

    /**
     * Returns the store of the configuration.
     *
     * @throws dev.cardea.error.ConfigurationException where there is none
     */
    Store store();

    /** Returns the time by the clock of the configuration. */
    Instant now();

    /** Returns the public URL below which the routes are, without a slash at its end. */
    String baseUrl();

    /** Returns the public URL of the page. */
    String url();

    /**
     * Returns whether the visitor opens a page, so that a redirect leads to another one. Scripts, programs and posts get a
     * status instead.
     */
    boolean opensPage();
}
