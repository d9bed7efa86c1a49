package dev.cardea.module;

import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import java.util.Objects;

/**
 * A link from the built-in sign-in page to a page of a module, such as "Forgot password?". It appears in the form that
 * email, password and passkeys share, and nowhere if only one of them is configured.
 *
 * @param place where it stands
 * @param route the {@link Route#name} of the page
 * @param text the key of its label in {@link dev.cardea.text.Texts}
 */
public record SignInLink(Place place, String route, String text) {
    /** Where a link stands. */
    public enum Place {
        /** Below the password; left out if there is no password. */
        PASSWORD,
        /** At the end of the page. */
        FORM
    }

    /** @throws ConfigurationException if the route or the key is empty */
    public SignInLink {
        Objects.requireNonNull(place, "place");
        if (route.isEmpty() || text.isEmpty()) {
            throw new ConfigurationException(
                    ErrorType.INVALID_CONFIGURATION, "a sign-in link needs a route and the key of a text");
        }
    }
}
