package dev.cardea.testing;

import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A browser without a screen: it keeps cookies, follows redirects and posts forms. It calls handlers directly, without
 * a network.
 *
 * <pre>{@code
 * var browser = Browser.of(Origins.of("https://app.example", auth).and(provider));
 * var page = browser.open("https://app.example/auth/signin").press("Sign in with Acme");
 * assertThat(page.url()).isEqualTo("https://app.example/");
 * }</pre>
 *
 * <p>It sends {@code Origin}, {@code Referer} and cookies by site as real browsers do, and runs no JavaScript. One
 * instance belongs to one visitor; use another instance for another visitor.
 */
public final class Browser {
    private static final int MAX_REDIRECTS = 20;

    private final HttpHandler web;
    private final Clock clock;
    private final CookieJar jar = new CookieJar();

    private Browser(HttpHandler web, Clock clock) {
        this.web = web;
        this.clock = clock;
    }

    public static Browser of(HttpHandler web) {
        return of(web, Clock.systemUTC());
    }

    /** @param clock decides which cookies have expired */
    public static Browser of(HttpHandler web, Clock clock) {
        return new Browser(web, clock);
    }

    /** Opens a URL as if the visitor had typed it, and follows redirects. */
    public Page open(String url) {
        return go(Request.get(url), null);
    }

    /** Posts a form from a page of the same site, and follows redirects. */
    public Page post(String url, Map<String, String> fields) {
        return go(Page.post(url, fields), parse(url));
    }

    /** Sends one request as a script of the same site would: with cookies, and without following a redirect. */
    public Response send(Request request) {
        return exchange(request, parse(request.url()), false);
    }

    /** Returns the value of a cookie that would be sent to the URL, percent-decoded. */
    public Optional<String> cookie(String url, String name) {
        return Optional.ofNullable(cookies(url).get(name))
                .map(raw -> Form.decodeComponent(raw).orElse(raw));
    }

    /** Returns the names and raw values of the cookies that would be sent to the URL. */
    public Map<String, String> cookies(String url) {
        return jar.values(parse(url), clock.instant());
    }

    /** Stores a cookie as if the URL had responded with this {@code Set-Cookie} line. */
    public Browser setCookie(String url, String line) {
        jar.store(parse(url), line, clock.instant());
        return this;
    }

    public void clearCookies() {
        jar.clear();
    }

    private Page go(Request first, @Nullable WebUrl from) {
        var request = first;
        var trail = new ArrayList<String>();
        boolean crossSite = false;
        for (int i = 0; i <= MAX_REDIRECTS; i++) {
            var url = parse(request.url());
            trail.add(url.toString());
            crossSite |= from != null && !CookieJar.sameSite(from, url);
            var response = exchange(withOrigin(request, from, url), url, crossSite);
            var location = response.header("Location");
            if (response.status() / 100 != 3 || location.isEmpty()) {
                return new Page(this::go, List.copyOf(trail), url, response);
            }
            from = from == null ? url : from;
            request = redirect(request, response.status(), Page.resolve(url, location.get()));
            crossSite |= !CookieJar.sameSite(url, parse(request.url()));
        }
        throw new IllegalStateException("more than " + MAX_REDIRECTS + " redirects: " + trail);
    }

    static WebUrl parse(String url) {
        return WebUrl.parse(url)
                .orElseThrow(() -> new IllegalArgumentException("not an address that can be opened: " + url));
    }

    private Response exchange(Request request, WebUrl url, boolean crossSite) {
        boolean safe = request.method().equals("GET") || request.method().equals("HEAD");
        var cookies = jar.header(url, crossSite, safe, clock.instant());
        var response = web.handle(cookies.isEmpty() ? request : request.header("cookie", cookies));
        for (var line : response.headers().all("Set-Cookie")) jar.store(url, line, clock.instant());
        return response;
    }

    private static Request withOrigin(Request request, @Nullable WebUrl from, WebUrl url) {
        if (from == null) return request;
        String referer = from.sameOrigin(url) ? from.origin() + from.target() : from.origin() + "/";
        var headers = request.headers().set("referer", referer);
        return request.headers(
                request.method().equals("GET") ? headers.without("origin") : headers.set("origin", from.origin()));
    }

    private static Request redirect(Request request, int status, String location) {
        boolean keeps = status == 307 || status == 308 || request.method().equals("GET");
        var next = Request.of(keeps ? request.method() : "GET", location);
        if (!keeps || request.body().length == 0) return next;
        return next.header("content-type", request.header("content-type").orElse(""))
                .body(request.text());
    }
}
