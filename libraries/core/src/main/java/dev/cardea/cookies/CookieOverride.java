package dev.cardea.cookies;

import dev.cardea.http.CookieOptions;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A change to one cookie: another name, other attributes; what is not given keeps its default.
 *
 * @param name {@code null} keeps it
 */
public record CookieOverride(@Nullable String name, UnaryOperator<CookieOptions> options) {
    /** Gives the cookie another name. */
    public static CookieOverride name(String name) {
        return new CookieOverride(name, UnaryOperator.identity());
    }

    /** Changes the attributes of the cookie. */
    public static CookieOverride options(UnaryOperator<CookieOptions> change) {
        return new CookieOverride(null, change);
    }

    /** Both changes, this one first. */
    public CookieOverride and(CookieOverride other) {
        return new CookieOverride(
                other.name == null ? name : other.name, before -> other.options.apply(options.apply(before)));
    }
}
