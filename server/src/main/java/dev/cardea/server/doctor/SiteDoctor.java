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
                    Check.ADDRESS,
                    address.origin() + " does not answer: " + e.getMessage()
                            + "; check the address, the proxy, and whether the site runs");
        }
    }

    private void notFound(Response answer, String basePath) {
        var tried = address.origin() + basePath + "/providers answers " + answer.status();
        if (answer.status() / 100 == 3) {
            var to = requests.destination(basePath + "/providers")
                    .map(origin -> " and leads to " + origin)
                    .orElse(", a redirect");
            diagnosis.broken(
                    Check.ADDRESS,
                    tried + to
                            + "; sign-in has to begin and end at one address; give the one that visitors use, and set"
                            + " url to it");
        } else {
            diagnosis.broken(
                    Check.ADDRESS,
                    tried + " without the list of providers; the proxy does not pass the path on, or the base path is"
                            + " another one; give it with the address, as in " + address.origin() + "/api/auth");
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
        diagnosis.ok(Check.ADDRESS, address.origin() + basePath + " answers with " + count);
        for (var provider : providers.values()) {
            var callback = Optional.ofNullable(provider.text("callbackUrl")).flatMap(WebUrl::parse);
            if (callback.isEmpty() || callback.get().sameOrigin(address)) continue;
            diagnosis.broken(
                    Check.ADDRESS,
                    "the site takes itself for " + callback.get().origin() + ", and visitors ask " + address.origin()
                            + "; sign-ins return to the wrong address; set url (AUTH_URL), or let the proxy send"
                            + " X-Forwarded-Host and X-Forwarded-Proto, and name it in trustedProxies");
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
                    Check.COOKIES,
                    basePath + "/csrf sets no cookie; a proxy or cache removes Set-Cookie, or an answer is kept for all"
                            + " visitors; pass " + basePath + " on without caching");
            return;
        }
        var problems = new ArrayList<String>();
        for (var cookie : cookies) CookieCheck.problem(cookie, address).ifPresent(problems::add);
        problems.forEach(line -> diagnosis.broken(Check.COOKIES, line));
        if (problems.isEmpty()) diagnosis.ok(Check.COOKIES, "cookies pass, with their attributes");
        for (var cookie : cookies) {
            CookieCheck.advice(cookie, address).ifPresent(line -> diagnosis.advise(Check.COOKIES, line));
        }
        var cached = String.join(",", answer.headers().all("cache-control"));
        if (cached.contains("no-store") || cached.contains("private")) {
            diagnosis.ok(Check.CACHE, "answers with cookies are not for shared caches");
        } else {
            diagnosis.broken(
                    Check.CACHE,
                    basePath + "/csrf sets a cookie and may be cached; visitors would get the cookies of others; leave"
                            + " Cache-Control as the site sets it");
        }
    }

    private void headers(String basePath) {
        if (!passes(basePath, ONE_COOKIE)) {
            diagnosis.broken(
                    Check.HEADERS,
                    "a request with " + ONE_COOKIE
                            + " bytes of cookies is rejected; users with a session of two cookies"
                            + " cannot use the site; raise the proxy's limit, as in docs/guides/reverse-proxy.md");
        } else if (!passes(basePath, THREE_COOKIES)) {
            diagnosis.advise(
                    Check.HEADERS,
                    "a request with " + THREE_COOKIES
                            + " bytes of cookies is rejected; a token session with many fields"
                            + " may be as large; raise the proxy's limit, as in docs/guides/reverse-proxy.md");
        } else {
            diagnosis.ok(Check.HEADERS, "requests with " + THREE_COOKIES + " bytes of cookies pass");
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
                    Check.BRIDGE,
                    "a visitor's X-Cardea-Bridge reaches the core, which rejects it without the secret; remove the header"
                            + " at the proxy");
        } else {
            diagnosis.ok(Check.BRIDGE, "a visitor's X-Cardea-Bridge has no effect");
        }
    }

    private void health() {
        var shown = new ArrayList<String>();
        for (var path : HIDDEN) if (isShown(path)) shown.add(path);
        if (shown.isEmpty()) diagnosis.ok(Check.HEALTH, "health, metrics and traces are hidden");
        else if (shown.contains("/metrics") || shown.contains("/traces/0")) {
            diagnosis.broken(Check.HEALTH, visible(shown) + "; do not forward the management port");
        } else {
            diagnosis.advise(Check.HEALTH, visible(shown) + "; do not forward these paths, or set management.port");
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
        return String.join(", ", paths) + " can be read by visitors, who learn when the site is in trouble";
    }

    private void forwarded(String basePath, Map<String, Claims> providers) throws SiteRequests.NoAnswerException {
        var check = new ForwardedCheck(requests, traces, diagnosis);
        check.examine(address, basePath, providers);
    }
}
