package dev.cardea.dev;

import dev.cardea.http.Response;
import java.util.Map;

/** One page below {@code /_cardea}, with its actions. Requests have passed {@link RequestGuard}. */
interface DevPage {
    /** The segment of its path. */
    String name();

    /** The title, also of the link to it. */
    String title();

    /**
     * @param home the path of the overview
     * @param query decoded
     */
    Response show(String home, Map<String, String> query);

    /**
     * Carries out an action of a form, and leads back to the page. An action on what is gone by now has no effect.
     *
     * @param home the path of the overview
     * @param form decoded
     */
    Response act(String home, Map<String, String> form);

    default String path(String home) {
        return home + "/" + name();
    }
}
