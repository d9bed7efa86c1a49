package dev.cardea.internal.flow;

import dev.cardea.action.AuthRequest;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.RedirectParams;
import dev.cardea.http.Cookie;
import dev.cardea.http.Form;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.cookie.AuthCookies;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a browser may be sent: every address goes through the {@code redirect} callback, and through here. */
public final class Redirects {
    /** The longest address that is remembered, in characters as the cookie holds it: a longer one would fill the jar. */
    static final int MAX_REMEMBERED = 2048;

    private final Callbacks callbacks;
    private final String home;
    private final List<String> allowedOrigins;

    /**
     * @param home the path at which the site begins; empty for the root
     * @param allowedOrigins other origins to which the default callback sends visitors
     */
    public Redirects(Callbacks callbacks, String home, List<String> allowedOrigins) {
        this.callbacks = callbacks;
        this.home = home;
        this.allowedOrigins = allowedOrigins;
    }

    /**
     * Where the visitor wants to end.
     *
     * @param cookies to set where it is another place than the browser remembers
     */
    public record CallbackUrl(String url, List<Cookie> cookies) {}

    /**
     * Takes the form field, else the query parameter, else the cookie, else the site. An invalid address counts as
     * absent.
     */
    public CallbackUrl callbackUrl(AuthRequest request, AuthCookies cookies) {
        var wanted = firstNonEmpty(request.field("callbackUrl"), request.query().get("callbackUrl"));
        return callbackUrl(wanted == null ? remembered(request, cookies) : wanted, request, cookies);
    }

    /** Where a visitor wants to end who begins anew: nothing that the browser remembers plays a part. */
    public CallbackUrl callbackUrl(@Nullable String wanted, AuthRequest request, AuthCookies cookies) {
        var url = wanted != null && isUsable(wanted) ? ask(wanted, request.origin()) : request.origin() + home;
        if (url.equals(remembered(request, cookies))) return new CallbackUrl(url, List.of());
        return new CallbackUrl(url, List.of(cookies.cookie(AuthCookie.CALLBACK_URL, url)));
    }

    private static @Nullable String remembered(AuthRequest request, AuthCookies cookies) {
        return request.cookies().get(cookies.name(AuthCookie.CALLBACK_URL));
    }

    /** What the {@code redirect} callback makes of an address. The origin alone means the site, wherever it begins. */
    public String ask(String url, String origin) {
        var answer = callbacks.redirect().apply(new RedirectParams(url, origin, allowedOrigins));
        if (answer == null || answer.isEmpty()) {
            throw new AuthException(ErrorType.AUTH_ERROR, "the redirect callback returned nothing; return a URL");
        }
        return answer.equals(origin) ? origin + home : answer;
    }

    /** An address as it may stand in a {@code Location} header: absolute, without what browsers read in two ways. */
    public static String location(String url, String origin) {
        if (!WebUrl.isSafe(url)) {
            throw new AuthException(ErrorType.AUTH_ERROR, "a redirect address holds white space or control characters");
        }
        return WebUrl.escape(url.startsWith("/") ? origin + url : url);
    }

    /** One of the application's pages, with a parameter behind it. */
    public static String page(String page, String origin, String query) {
        var url = location(page, origin);
        if (query.isEmpty()) return url;
        return url + (url.indexOf('?') < 0 ? "?" : "&") + query;
    }

    /** {@code name=value}, encoded. */
    public static String parameter(String name, String value) {
        return Form.encode(name) + "=" + Form.encode(value);
    }

    private static boolean isUsable(String url) {
        return url.length() <= MAX_REMEMBERED
                && Form.encodeComponent(url).length() <= MAX_REMEMBERED
                && WebUrl.isSafe(url)
                && (url.startsWith("/") || WebUrl.parse(url).isPresent());
    }

    private static @Nullable String firstNonEmpty(@Nullable String one, @Nullable String other) {
        if (one != null && !one.isEmpty()) return one;
        return other != null && !other.isEmpty() ? other : null;
    }
}
