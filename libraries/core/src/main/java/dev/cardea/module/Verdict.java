package dev.cardea.module;

import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.json.Claims;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link SignInStep} decides about a sign-in. A path is below the base path of the routes: {@code /factor} is
 * the route {@code factor}, and may have a query.
 */
public sealed interface Verdict {
    /** Lets the sign-in go on. */
    static Proceed proceed() {
        return Proceed.PLAIN;
    }

    /** Sends the browser to a route that asks for more. It goes on with {@code RouteRequest.resume}. */
    static Pause pause(String path, Cookie... cookies) {
        return new Pause(path, List.of(cookies));
    }

    /** Refuses the sign-in as an error of this type. */
    static Refuse refuse(ErrorType error) {
        return new Refuse(error, null, null);
    }

    /** Refuses the sign-in as an error of the module. */
    static Refuse refuse(ModuleError error) {
        return new Refuse(error.type(), error, null);
    }

    /** Refuses the sign-in and sends the browser to a route that says why. */
    static Refuse refuse(String path) {
        return new Refuse(ErrorType.ACCESS_DENIED, null, path);
    }

    /**
     * The sign-in goes on.
     *
     * @param cookies to set with the session; of {@link SignInStep#decide}
     * @param fields to store with a new user, over those that the sign-in method has; of {@link SignInStep#admit}
     * @param firstPage where the browser goes first, with {@code callbackUrl} as a parameter; of {@link SignInStep#decide};
     *     {@code null}: to the page for new users, or the callback URL
     */
    record Proceed(
            List<Cookie> cookies, Claims fields, @Nullable String firstPage) implements Verdict {
        private static final Proceed PLAIN = new Proceed(List.of(), Claims.NONE, null);

        public Proceed {
            cookies = List.copyOf(cookies);
            if (firstPage != null) requirePath(firstPage);
        }

        public Proceed cookies(Cookie... set) {
            return new Proceed(List.of(set), fields, firstPage);
        }

        public Proceed fields(Claims ofNewUser) {
            return new Proceed(cookies, ofNewUser, firstPage);
        }

        public Proceed firstPage(String path) {
            return new Proceed(cookies, fields, path);
        }
    }

    /**
     * User and account are stored, and nothing else: no session, no session cookie, no {@code signIn} event. The session that
     * the browser has stays.
     *
     * @param cookies to set, such as one that names the module's record of the pause
     */
    record Pause(String path, List<Cookie> cookies) implements Verdict {
        public Pause {
            requirePath(path);
            cookies = List.copyOf(cookies);
        }
    }

    /**
     * Nothing is stored, and the session that the browser has stays.
     *
     * @param error of the sign-in
     * @param details the module's error; {@code null} if it has none
     * @param path where the browser goes; {@code null}: to the error's page
     */
    record Refuse(
            ErrorType error,
            @Nullable ModuleError details,
            @Nullable String path) implements Verdict {
        public Refuse {
            if (path != null) requirePath(path);
        }
    }

    private static void requirePath(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("a path begins with / and is below the base path; this is " + path);
        }
    }
}
