package dev.cardea.accounts;

import dev.cardea.http.Form;
import java.util.Map;

/** Where users who haven't just proven who they are do so, and come back. */
final class Reauthentication {
    static final String PATH = "/reauth";

    private Reauthentication() {}

    /**
     * Returns path and query, below the base path.
     *
     * @param callbackUrl where the user was about to do something
     */
    static String path(String callbackUrl) {
        return PATH + "?" + Form.encode(Map.of("callbackUrl", callbackUrl));
    }
}
