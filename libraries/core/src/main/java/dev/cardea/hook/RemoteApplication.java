package dev.cardea.hook;

import dev.cardea.error.ApplicationUnavailableException;
import dev.cardea.json.Claims;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An application that runs callbacks in another process. Cardea asks it whether it can take part before a sign-in
 * begins or ends. Safe for concurrent use.
 */
public interface RemoteApplication {
    /** No other process takes part. */
    RemoteApplication NONE = new RemoteApplication() {};

    /**
     * Called before a sign-in is begun, and before it is finished. Reading a session does not call it.
     *
     * @throws ApplicationUnavailableException to respond with 503 instead
     */
    default void requireReady() {}

    /** What sites that call over the bridge get to know of it; {@code null} where there is no such application. */
    default @Nullable Claims description() {
        return null;
    }

    /**
     * Runs the handling of one request.
     *
     * @param origin the site's origin, as the browser sees it
     * @param isSigned whether a signed call over the bridge asserted the origin
     * @return what the handling returns
     */
    default <T> T during(String origin, boolean isSigned, Supplier<T> handling) {
        return handling.get();
    }
}
