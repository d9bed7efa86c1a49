package dev.cardea.server.doctor;

import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks a site from outside, as visitors reach it: whatever the way of use, and through all proxies. It signs no user in, and
 * changes nothing but counters and the log.
 */
public final class SiteDoctor {
    private static final List<String> BASE_PATHS = List.of("/auth", "/api/auth");
    private static final int ONE_COOKIE = 5_000;
    private static final int THREE_COOKIES = 12_000;
    private static final List<String> HIDDEN =
            List.of("/healthz", "/readyz", "/livez", "/metrics", "/info", "/traces/0");

    private final WebUrl address;
    private final SiteRequests requests;
    private final @Nullable TraceSource traces;
    private final Diagnosis diagnosis;

    /** @param traces finds the trace of a failed sign-in; {@code null} if no listener for it is known */
    public SiteDoctor(WebUrl address, @Nullable TraceSource traces, Diagnosis diagnosis) {
        this.address = address;
        this.requests = new SiteRequests(address.origin());
        this.traces = traces;
        this.diagnosis = diagnosis;
    }

    public void examine() {
        var paths = address.path().equals("/") || address.path().isEmpty()
                ? BASE_PATHS
                : List.of(address.path().replaceFirst("/$", ""));
        try {
            for (var basePath : paths) {
                var answer = requests.get(basePath + "/providers");
                var providers = providers(answer);
                if (providers.isPresent()) {
                    examine(basePath, providers.get());
                    return;
                }
                if (basePath.equals(paths.get(paths.size() - 1))) notFound(answer, basePath);
            }
        } catch (SiteRequests.NoAnswerException e) {
            diagnosis.broken(
                    DoctorCheck.ADDRESS,
                    address.origin() + " isn't responding: " + e.getMessage() + "; check the URL, the proxy, "
                            + "and that the site is running");
        }
    }

    private void notFound(Response answer, String basePath) {
        var tried = address.origin() + basePath + "/providers returns " + answer.status();
        if (answer.status() / 100 == 3) {
            var to = requests.destination(basePath + "/providers")
                    .map(origin -> " and leads to " + origin)
                    .orElse(", a redirect");
            diagnosis.broken(
                    DoctorCheck.ADDRESS,
                    tried + to
                            + "; a sign-in must start and end at the same URL; use the one that visitors use, "
                            + "and set url to it");
        } else {
            diagnosis.broken(
                    DoctorCheck.ADDRESS,
                    tried + " without the list of providers; the proxy doesn't pass on the path, or the base "
                            + "path is different; add it to the URL, for example " + address.origin() + "/api/auth");
        }
    }

    private void examine(String basePath, Map<String, Claims> providers) throws SiteRequests.NoAnswerException {
        origin(basePath, providers);
        cookies(basePath);
        headers(basePath);
        bridge(basePath);
        health();
        forwarded(basePath, providers);
    }

    /** Returns the providers by id; empty if this is not the list of a site. */
    private static Optional<Map<String, Claims>> providers(Response answer) {
        if (answer.status() != 200) return Optional.empty();
        try {
            var object = Json.parseObject(answer.text(), Json.INBOUND_DEPTH);
            Map<String, Claims> providers = new LinkedHashMap<>();
            for (var each : object.asMap().entrySet()) {
                if (!(each.getValue() instanceof Map<?, ?> map)) return Optional.empty();
                providers.put(each.getKey(), Claims.of(map));
            }
            return Optional.of(providers);
        } catch (JsonException e) {
            return Optional.empty();
        }
    }

    private void origin(String basePath, Map<String, Claims> providers) {
        var count = providers.size() == 1 ? "1 provider" : providers.size() + " providers";
        diagnosis.ok(DoctorCheck.ADDRESS, address.origin() + basePath + " responds with " + count);
        for (var provider : providers.values()) {
            var callback = Optional.ofNullable(provider.text("callbackUrl")).flatMap(WebUrl::parse);
            if (callback.isEmpty() || callback.get().sameOrigin(address)) continue;
            diagnosis.broken(
                    DoctorCheck.ADDRESS,
                    "the site thinks that it's at " + callback.get().origin() + ", but visitors use " + address.origin()
                            + ", so sign-ins return to the wrong URL; set url (AUTH_URL), or have the proxy send X-Forwarded-Host and X-Forwarded-Proto and add it to trustedProxies");
            return;
        }
    }

    private void cookies(String basePath) throws SiteRequests.NoAnswerException {
        var answer = requests.get(basePath + "/csrf");
        new ClockCheck(Clock.systemUTC())
                .examine(address.host(), answer.header("date").orElse(""), diagnosis);
        var cookies = answer.headers().all("set-cookie");
        if (cookies.isEmpty()) {
            diagnosis.broken(
                    DoctorCheck.COOKIES,
                    basePath + "/csrf doesn't set a cookie: a proxy or cache removes Set-Cookie, or serves one "
                            + "response to all visitors; pass on " + basePath + " without caching");
            return;
        }
        var problems = new ArrayList<String>();
        for (var cookie : cookies) SiteCookieCheck.problem(cookie, address).ifPresent(problems::add);
        problems.forEach(line -> diagnosis.broken(DoctorCheck.COOKIES, line));
        if (problems.isEmpty()) diagnosis.ok(DoctorCheck.COOKIES, "cookies arrive with their attributes");
        for (var cookie : cookies) {
            SiteCookieCheck.advice(cookie, address).ifPresent(line -> diagnosis.advise(DoctorCheck.COOKIES, line));
        }
        var cached = String.join(",", answer.headers().all("cache-control"));
        if (cached.contains("no-store") || cached.contains("private")) {
            diagnosis.ok(DoctorCheck.CACHE, "responses with cookies aren't for shared caches");
        } else {
            diagnosis.broken(
                    DoctorCheck.CACHE,
                    basePath + "/csrf sets a cookie and may be cached, so visitors could get each other's "
                            + "cookies; don't change the site's Cache-Control");
        }
    }

    private void headers(String basePath) {
        if (!passes(basePath, ONE_COOKIE)) {
            diagnosis.broken(
                    DoctorCheck.HEADERS,
                    "a request with " + ONE_COOKIE
                            + " bytes of cookies is rejected, so users with a session of two cookies can't use "
                            + "the site; raise the proxy's limit: see docs/guides/reverse-proxy.md");
        } else if (!passes(basePath, THREE_COOKIES)) {
            diagnosis.advise(
                    DoctorCheck.HEADERS,
                    "a request with " + THREE_COOKIES
                            + " bytes of cookies is rejected, but a token session with many fields can be that "
                            + "large; raise the proxy's limit: see docs/guides/reverse-proxy.md");
        } else {
            diagnosis.ok(DoctorCheck.HEADERS, "requests with " + THREE_COOKIES + " bytes of cookies are accepted");
        }
    }

    /** Some proxies answer 4xx, others close the connection. */
    private boolean passes(String basePath, int bytes) {
        var cookie = "cardea-doctor=" + "a".repeat(bytes);
        try {
            return requests.get(basePath + "/providers", "Cookie", cookie).status() == 200;
        } catch (SiteRequests.NoAnswerException e) {
            return false;
        }
    }

    private void bridge(String basePath) throws SiteRequests.NoAnswerException {
        var answer = requests.get(basePath + "/providers", "X-Cardea-Bridge", "v1.read.0.AA");
        if (answer.status() == 401) {
            diagnosis.advise(
                    DoctorCheck.BRIDGE,
                    "a visitor's X-Cardea-Bridge reaches the core, which rejects it without the secret; remove the header"
                            + " at the proxy");
        } else {
            diagnosis.ok(DoctorCheck.BRIDGE, "a visitor's X-Cardea-Bridge has no effect");
        }
    }

    private void health() {
        var shown = new ArrayList<String>();
        for (var path : HIDDEN) if (isShown(path)) shown.add(path);
        if (shown.isEmpty()) diagnosis.ok(DoctorCheck.HEALTH, "health, metrics and traces are hidden");
        else if (shown.contains("/metrics") || shown.contains("/traces/0")) {
            diagnosis.broken(DoctorCheck.HEALTH, visible(shown) + "; don't forward the management port");
        } else {
            diagnosis.advise(
                    DoctorCheck.HEALTH, visible(shown) + "; don't forward these paths, or set management.port");
        }
    }

    private boolean isShown(String path) {
        try {
            var text = requests.get(path).text();
            return text.startsWith("{\"status\"")
                    || text.contains("cardea_requests")
                    || path.startsWith("/traces/") && text.contains("no trace has this reference");
        } catch (SiteRequests.NoAnswerException e) {
            return false;
        }
    }

    private static String visible(List<String> paths) {
        return String.join(", ", paths) + " is visible to visitors, so they can see when the site has problems";
    }

    private void forwarded(String basePath, Map<String, Claims> providers) throws SiteRequests.NoAnswerException {
        var check = new ForwardedCheck(requests, traces, diagnosis);
        check.examine(address, basePath, providers);
    }
}
