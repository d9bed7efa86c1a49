package dev.cardea.providers;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The present status of a service, as far as it concerns sign-in.
 *
 * @param text the reason; {@code null} if there is no known problem
 */
public record ServiceStatus(State state, @Nullable String text) {
    static final ServiceStatus NO_KNOWN_PROBLEM = new ServiceStatus(State.NO_KNOWN_PROBLEM, null);

    /** The kinds of status, from an alias to a service that was shut down. */
    public enum State {
        NO_KNOWN_PROBLEM,
        WORKS_WITH_CARE,
        RENAMED,
        OUTDATED,
        SERVICE_RETIRING,
        DEPRECATED_ALIAS,
        /** The product is no longer maintained, and existing installations work. */
        DEAD_PRODUCT,
        /** A configuration with the provider is rejected. */
        DEAD;

        /** Returns the name in lists, such as {@code works-with-care}. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
