package dev.cardea.dev;

import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests development mode answers: those of a browser on this machine. A page on the Internet, another
 * machine, and a name that an attacker points at this machine (DNS rebinding) get 403.
 */
final class RequestGuard {
    private static final Pattern LOOPBACK_V4 = Pattern.compile("127(\\.\\d{1,3}){3}");

    /** Headers of proxies, besides those that begin with {@code x-forwarded}. */
    private static final Set<String> FORWARDING = Set.of(
            "forwarded",
            "via",
            "x-real-ip",
            "x-client-ip",
            "x-cluster-client-ip",
            "x-original-host",
            "x-original-forwarded-for",
            "x-envoy-external-address",
            "true-client-ip",
            "cf-connecting-ip",
            "fastly-client-ip",
            "fly-client-ip");

    private static final String BRIDGE = "x-cardea-bridge";

    private RequestGuard() {}

    /**
     * Returns why a request to the routes is rejected; empty if it is accepted.
     *
     * @param bridge whether the site's own server may pass on requests. The routes verify its signature.
     */
    static Optional<String> problem(Request request, boolean bridge) {
        return bridge && request.headers().has(BRIDGE) ? problemOfBridge(request) : problem(request);
    }

    /** Returns the response to a request that is rejected. */
    static Response refused(String why) {
        return Response.of(403, "text/plain; charset=utf-8", "Development mode rejected the request: " + why + ".\n")
                .header("Cache-Control", "no-store")
                .header("X-Content-Type-Options", "nosniff");
    }

    /** The visitor of the site's own server must be on this machine, too. */
    private static Optional<String> problemOfBridge(Request request) {
        var headers = request.headers();
        var host = headers.all("x-forwarded-host").stream()
                .allMatch(it ->
                        WebUrl.parse("http://" + it).filter(WebUrl::isLoopback).isPresent());
        if (!host) return Optional.of("the request to the site's own server didn't use localhost");
        boolean near = headers.all("x-forwarded-for").stream()
                .flatMap(all -> Stream.of(all.split(",")))
                .allMatch(address -> isLoopback(address.strip()));
        if (!near) return Optional.of("the visitor of the site's own server is not on this machine");
        return isLoopback(request.remoteAddress())
                ? Optional.empty()
                : Optional.of("it did not come from this machine");
    }

    /** Returns why a request to the routes is rejected; empty if it is accepted. */
    static Optional<String> problem(Request request) {
        if (!isLoopback(request.remoteAddress())) return Optional.of("it did not come from this machine");
        if (site(request).isEmpty()) return Optional.of("its Host is not a name of this machine, such as localhost");
        if (request.headers().names().stream().anyMatch(RequestGuard::isForwarding)) {
            return Optional.of("it came through a proxy");
        }
        boolean foreign = request.headers().all("origin").stream()
                .flatMap(origin -> WebUrl.parse(origin).stream())
                .anyMatch(origin -> !origin.isLoopback());
        return foreign ? Optional.of("a page of another site sent it") : Optional.empty();
    }

    /** Returns why a request to the pages of development mode is rejected; empty if it is accepted. */
    static Optional<String> problemOfOwnPage(Request request) {
        var problem = problem(request);
        if (problem.isPresent() || isNavigation(request) || isSameOrigin(request)) return problem;
        return Optional.of("it didn't come from a page of this site; if you call it from a program, send the "
                + "header Sec-Fetch-Site: same-origin");
    }

    /** Returns the site that the request names, if that is this machine. */
    static Optional<WebUrl> site(Request request) {
        var hosts = request.headers().all("host");
        if (hosts.size() != 1) return Optional.empty();
        return WebUrl.parse(request.scheme() + "://" + hosts.get(0))
                .filter(url -> url.target().equals("/"))
                .filter(WebUrl::isLoopback);
    }

    /** A user who follows a link or enters an address: the page that led here cannot read the response. */
    private static boolean isNavigation(Request request) {
        return request.method().equals("GET")
                && request.header("sec-fetch-mode").filter("navigate"::equals).isPresent()
                && request.header("sec-fetch-dest").filter("document"::equals).isPresent();
    }

    private static boolean isSameOrigin(Request request) {
        var fetchSite = request.header("sec-fetch-site");
        var origin = request.header("origin");
        boolean sameOrigin = origin.flatMap(WebUrl::parse)
                .filter(sender -> site(request).filter(sender::sameOrigin).isPresent())
                .isPresent();
        if (origin.isPresent() && !sameOrigin) return false;
        return fetchSite.isPresent() ? fetchSite.get().equals("same-origin") : sameOrigin;
    }

    private static boolean isForwarding(String header) {
        var name = header.toLowerCase(Locale.ROOT);
        return name.startsWith("x-forwarded") || FORWARDING.contains(name);
    }

    private static boolean isLoopback(@Nullable String peer) {
        if (peer == null) return false;
        int zone = peer.indexOf('%');
        var address = (zone < 0 ? peer : peer.substring(0, zone)).toLowerCase(Locale.ROOT);
        if (address.startsWith("::ffff:")) address = address.substring(7);
        return address.equals("::1")
                || address.equals("0:0:0:0:0:0:0:1")
                || LOOPBACK_V4.matcher(address).matches();
    }
}
