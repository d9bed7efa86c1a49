package dev.cardea.testing.replay;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Json;
import dev.cardea.observe.Digest;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.testing.FakeClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The visitor's browser: it sends the cookies that the recorded one sent, with the values that this site set. Values are
 * equal where the recorded digests were equal.
 */
final class ReplayBrowser {
    private static final String BASE = "/auth";
    /** If the trace has none. A private address would count as that of a proxy, which has no limits. */
    private static final String CLIENT = "9.9.9.9";

    private final Server site;
    private final List<RecordedRequest> requests;
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private final List<Begin> begun = new ArrayList<>();

    /** A sign-in that was sent to a provider, with the provider's answer once it is needed. */
    private static final class Begin {
        private final @Nullable ProviderId provider;
        private final String location;
        private final List<Digest> values;
        private @Nullable Map<String, String> answer;

        private Begin(@Nullable ProviderId provider, String location, List<Digest> values) {
            this.provider = provider;
            this.location = location;
            this.values = values;
        }

        String state() {
            return WebUrl.parse(location)
                    .flatMap(url -> Form.first(String.valueOf(url.query()), "state"))
                    .orElse("");
        }
    }

    /** What the browser reaches. */
    interface Server {
        /** Sends a request that nothing in the trace records. */
        Response send(Request request, boolean toOther);

        ProviderDouble doubleOf(ProviderId id);

        ApplicationDouble application();

        FakeClock clock();
    }

    ReplayBrowser(Server site, List<RecordedRequest> requests) {
        this.site = site;
        this.requests = requests;
    }

    /** Does what must have happened before, where the trace begins later. */
    void prepare(RecordedRequest request) {
        var provider = request.provider();
        if (!request.isReturn() || provider == null || provider.type() == null) return;
        if (request.isForMail()) {
            boolean isKnown = request.has(Step.LinkRead.class, it -> it.result() != Step.LinkRead.Result.UNKNOWN);
            if (isKnown && site.application().link().isEmpty()) {
                if (request.has(Step.LinkRead.class, it -> it.result() == Step.LinkRead.Result.EXPIRED)) {
                    site.clock().set(request.time().minus(Duration.ofDays(30)));
                }
                begin(request, provider);
            }
        } else if (begun.isEmpty() && hasChecks(request)) {
            begin(request, provider);
        }
    }

    private static boolean hasChecks(RecordedRequest request) {
        return request.has(Step.BrowserFacts.class, it -> !it.checks().isEmpty());
    }

    private void begin(RecordedRequest request, ProviderId provider) {
        var token = csrfToken(request, false);
        var sent = form(
                request,
                "/signin/" + provider.label(),
                Map.of("csrfToken", token, "callbackUrl", "/", "email", ProviderDouble.ADDRESS));
        var answer = site.send(withCookies(sent, names(AuthCookie.CSRF_TOKEN)), false);
        store(answer);
        answer.header("Location").ifPresent(to -> begun.add(new Begin(provider, to, List.of())));
    }

    /** Returns the request as it is sent this time. */
    Request request(RecordedRequest request) {
        if (request.isBegin()) return beginning(request);
        if (request.isReturn()) return returning(request);
        var path = request.action() == Step.Action.OTHER
                ? "/no-such-route"
                : "/" + request.action().label() + path(request.provider());
        return request.isPost()
                ? form(request, path, Map.of("csrfToken", "none"))
                : get(request, path + "?callbackUrl=%2F");
    }

    private static String path(@Nullable ProviderId provider) {
        return provider == null ? "" : "/" + provider.label();
    }

    private Request beginning(RecordedRequest request) {
        var token = csrfToken(request, request.isOfOtherSecret());
        var sent = form(
                request,
                "/signin" + path(request.provider()),
                Map.of("csrfToken", token, "callbackUrl", "/", "email", ProviderDouble.ADDRESS));
        var names = checkNames(request);
        if (request.hasCsrfCookie()) names.addAll(names(AuthCookie.CSRF_TOKEN));
        return withCookies(sent, names);
    }

    private Request returning(RecordedRequest request) {
        var parameters = request.isForMail() ? ofLink() : ofProvider(request);
        var path = "/callback" + path(request.provider());
        var sent =
                request.isPost() ? form(request, path, parameters) : get(request, path + "?" + Form.encode(parameters));
        var names = checkNames(request);
        if (request.has(Step.BrowserFacts.class, Step.BrowserFacts::hasSession)) {
            names.addAll(names(AuthCookie.SESSION_TOKEN));
        }
        return withCookies(sent, names);
    }

    private Map<String, String> ofLink() {
        var link = site.application().link().flatMap(WebUrl::parse);
        if (link.isPresent()) return Form.decode(String.valueOf(link.get().query()));
        return Map.of("token", "a-token-that-no-mail-has", "email", ProviderDouble.ADDRESS);
    }

    private Map<String, String> ofProvider(RecordedRequest request) {
        var recorded = request.first(Step.Return.class);
        var begin = begin(request);
        var parameters = new LinkedHashMap<String, String>();
        if (recorded.isEmpty() || recorded.get().parameters().isEmpty()) {
            parameters.put("code", "a-code-of-the-replay");
            parameters.put("state", begin.map(Begin::state).orElse("a-state"));
            return parameters;
        }
        var answer = begin.map(this::answer).orElse(Map.of());
        for (var parameter : recorded.get().parameters()) {
            var name = parameter.label();
            parameters.put(
                    name,
                    switch (parameter) {
                        case ERROR ->
                            recorded.get().error() == null
                                    ? "other"
                                    : recorded.get().error().label();
                        case STATE -> state(request, begin);
                        default -> answer.getOrDefault(name, "text");
                    });
        }
        return parameters;
    }

    /** The code is issued once: a return that is loaded twice has the same. */
    private Map<String, String> answer(Begin begin) {
        var known = begin.answer;
        if (known != null) return known;
        var answer = begin.provider == null
                ? Map.<String, String>of()
                : site.doubleOf(begin.provider).authorize(begin.location);
        begin.answer = answer;
        return answer;
    }

    private String state(RecordedRequest request, Optional<Begin> begin) {
        var different = request.all(Step.CheckRead.class)
                .filter(it -> it.check() == AuthCookie.STATE && it.result() == Step.CheckRead.Result.DIFFERENT)
                .findFirst();
        if (different.isEmpty()) return begin.map(Begin::state).orElse("a-state");
        return begun.stream()
                .filter(it -> it.values.contains(different.get().value()))
                .map(Begin::state)
                .findFirst()
                .orElse("another-state");
    }

    /** Returns the latest sign-in with the provider of this return, if it was sent to one. */
    private Optional<Begin> begin(RecordedRequest request) {
        return begun.stream()
                .filter(it -> it.provider != null && it.provider.equals(request.provider()))
                .reduce((first, last) -> last);
    }

    void receive(RecordedRequest request, Response answer) {
        store(answer);
        if (!request.isBegin() || request.isForMail()) return;
        var values = request.all(Step.CheckSet.class).map(Step.CheckSet::value).toList();
        answer.header("Location").ifPresent(to -> begun.add(new Begin(request.provider(), to, values)));
    }

    private String csrfToken(RecordedRequest request, boolean atOther) {
        var answer = site.send(withCookies(get(request, "/csrf"), names(AuthCookie.CSRF_TOKEN)), atOther);
        store(answer);
        return Optional.ofNullable(
                        Json.parseObject(answer.text(), Json.INBOUND_DEPTH).text("csrfToken"))
                .orElse("");
    }

    private Request get(RecordedRequest request, String path) {
        return send(request, "GET", path, "");
    }

    private Request form(RecordedRequest request, String path, Map<String, String> fields) {
        var sent = send(request, "POST", path, Form.encode(fields))
                .header("content-type", "application/x-www-form-urlencoded");
        return request.isBegin() ? sent.header("origin", origin(request)) : sent;
    }

    /** Returns the origin of the page with the form, as the browser knows it. */
    private String origin(RecordedRequest request) {
        var found = request.start().or(() -> requests.get(0).start());
        if (found.isEmpty()) return "https://app.example";
        var start = found.get();
        var host = start.forwardedHost() == null ? start.host() : start.forwardedHost();
        boolean isHttps = start.isForwardedHttps() == null ? start.isHttps() : start.isForwardedHttps();
        return (isHttps ? "https://" : "http://") + host;
    }

    private Request send(RecordedRequest request, String method, String path, String body) {
        var start = request.start().or(() -> requests.get(0).start());
        var headers = new ArrayList<Headers.Field>();
        headers.add(
                new Headers.Field("host", start.map(it -> it.host().toString()).orElse("app.example")));
        start.map(Step.RequestStart::forwardedHost)
                .ifPresent(host -> headers.add(new Headers.Field("x-forwarded-host", host.toString())));
        start.map(Step.RequestStart::isForwardedHttps)
                .ifPresent(https -> headers.add(new Headers.Field("x-forwarded-proto", https ? "https" : "http")));
        var scheme = start.map(Step.RequestStart::isHttps).orElse(true) ? "https" : "http";
        return Request.of(
                method,
                scheme,
                BASE + path,
                Headers.of(headers),
                body.getBytes(StandardCharsets.UTF_8),
                client(request));
    }

    /** Returns an address of the recorded network. */
    private static String client(RecordedRequest request) {
        return request.first(Step.BrowserFacts.class)
                .map(Step.BrowserFacts::client)
                .map(network -> network.toString().replaceFirst("/.*", ""))
                .orElse(CLIENT);
    }

    private List<String> checkNames(RecordedRequest request) {
        var names = new ArrayList<String>();
        request.first(Step.BrowserFacts.class)
                .ifPresent(facts -> facts.checks().forEach(it -> names.addAll(names(it))));
        return names;
    }

    private static List<String> names(AuthCookie cookie) {
        return List.of(cookie.name(true), cookie.name(false));
    }

    private Request withCookies(Request request, List<String> names) {
        var header = cookies.entrySet().stream()
                .filter(cookie -> names.contains(cookie.getKey()))
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
        return header.isEmpty() ? request : request.header("cookie", header);
    }

    /** Cookies that the site deletes are kept: the recorded browser may have kept them too. */
    private void store(Response answer) {
        for (var line : answer.headers().all("Set-Cookie")) {
            var pair = line.substring(0, line.indexOf(';') < 0 ? line.length() : line.indexOf(';'));
            int equals = pair.indexOf('=');
            if (equals > 0 && equals + 1 < pair.length())
                cookies.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
    }
}
