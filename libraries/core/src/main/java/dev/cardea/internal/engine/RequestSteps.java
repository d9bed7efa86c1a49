package dev.cardea.internal.engine;

import dev.cardea.action.AuthAction;
import dev.cardea.hook.Events;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.config.Settings;
import dev.cardea.internal.config.SettingsDescription;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.internal.observe.Observers;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.internal.origin.OriginPolicy;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Json;
import dev.cardea.observe.Digest;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Observer;
import dev.cardea.observe.RequestAction;
import dev.cardea.observe.Step;
import dev.cardea.token.Secrets;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The first and the last step of every request, and the observation of all between them. */
final class RequestSteps {
    private final Site site;
    private final Observers observers;
    /** The actions of the routes of modules. */
    private final Map<String, RequestAction> further = new HashMap<>();

    /**
     * @param shared its modules observe after the configured observers, and its observers after the modules
     * @param publisher logs the exceptions of observers
     */
    RequestSteps(Site site, SharedState shared, EventPublisher publisher) {
        this.site = site;
        var settings = site.settings();
        settings.routes.forEach((name, route) -> further.put(name, route.action()));
        observers = new Observers(
                configured(settings, shared),
                shared.observers(),
                settings.providers,
                settings.requestIds,
                hasEvents(settings) ? clients(settings.address.originPolicy()) : null,
                settings.clock,
                keyedHash(settings.secret),
                publisher::log);
    }

    private static boolean hasEvents(Settings settings) {
        return settings.events != Events.NONE || !settings.moduleEvents.isEmpty();
    }

    private static Function<Request, @Nullable InetAddress> clients(OriginPolicy origins) {
        return request ->
                origins.clientAddress(request).map(IpAddress::toInetAddress).orElse(null);
    }

    private static List<Observer> configured(Settings settings, SharedState shared) {
        var all = new ArrayList<>(settings.observers);
        all.addAll(shared.modules().of(settings.observerOptions, () -> digest(settings), settings.logger::warn));
        return all;
    }

    /** Of what operators may see of the settings, once for each configuration. */
    private static Digest digest(Settings settings) {
        return Observers.digest(keyedHash(settings.secret), Json.print(SettingsDescription.of(settings)));
    }

    private static Function<String, byte[]> keyedHash(Secrets secrets) {
        var key = Hashes.hmacSha256Hex(secrets.newest(), "cardea digest of a step");
        var derived = Hashes.hmacKey(key.getBytes(StandardCharsets.US_ASCII));
        return value -> Hashes.hmacSha256(derived, value);
    }

    /** Answers a request for a route below the base path. */
    Response route(Request http, Supplier<Response> answer) {
        if (!(RequestObservation.open(observers, http) instanceof RequestObservation observation)) return answer.get();
        return observation.during(() -> observed(observation, http, answer));
    }

    /** Runs what code asks for: its steps are observed, without those of a route. */
    <T> T call(Request http, Supplier<T> work) {
        return RequestObservation.current() == null
                ? RequestObservation.open(observers, http).during(work)
                : work.get();
    }

    private Response observed(RequestObservation observation, Request http, Supplier<Response> answer) {
        long start = System.nanoTime();
        var path = RoutePath.of(http.path(), site.paths().received(), further);
        var method = method(http);
        observation.add(start(observation, http, path, method));
        var response = answer.get();
        observation.add(end(observation, path.action(), method, response, start));
        return response;
    }

    /** @param start of {@link System#nanoTime} */
    static Step end(
            RequestObservation observation, RequestAction action, Step.Method method, Response response, long start) {
        var failure = observation.failure();
        return new Step.RequestEnd(
                action,
                method,
                FailureKind.outcome(response.status(), failure),
                response.status(),
                Duration.ofNanos(System.nanoTime() - start),
                failure);
    }

    private Step start(RequestObservation observation, Request http, RoutePath path, Step.Method method) {
        var forwardedHost = http.headers().first("x-forwarded-host").orElse(null);
        var forwardedProto = http.headers().first("x-forwarded-proto").orElse(null);
        return new Step.RequestStart(
                path.action(),
                method,
                path.provider() == null ? null : observation.provider(path.provider()),
                HostName.of(http.headers().first("host").orElse("")),
                http.scheme().equals("https"),
                forwardedHost == null ? null : HostName.of(forwardedHost),
                forwardedProto == null ? null : forwardedProto.equals("https"));
    }

    static Step.Method method(Request http) {
        return switch (http.method()) {
            case "GET" -> Step.Method.GET;
            case "POST" -> Step.Method.POST;
            default -> Step.Method.OTHER;
        };
    }

    /** Action and provider of any path, as far as it can be read. */
    private record RoutePath(RequestAction action, @Nullable String provider) {
        private static final RoutePath OTHER = new RoutePath(Step.Action.OTHER, null);

        static RoutePath of(String path, String basePath, Map<String, RequestAction> further) {
            int from = basePath.length() + 1;
            if (path.length() < from || !path.startsWith(basePath)) return OTHER;
            int slash = path.indexOf('/', from);
            var name = slash < 0 ? path.substring(from) : path.substring(from, slash);
            var action = AuthAction.parse(name);
            if (action.isEmpty()) return new RoutePath(further.getOrDefault(name, Step.Action.OTHER), null);
            var provider = slash < 0 || slash + 1 == path.length() ? null : path.substring(slash + 1);
            return new RoutePath(label(action.get()), provider);
        }

        private static Step.Action label(AuthAction action) {
            return switch (action) {
                case PROVIDERS -> Step.Action.PROVIDERS;
                case SESSION -> Step.Action.SESSION;
                case CSRF -> Step.Action.CSRF;
                case SIGNIN -> Step.Action.SIGNIN;
                case SIGNOUT -> Step.Action.SIGNOUT;
                case CALLBACK -> Step.Action.CALLBACK;
                case VERIFY_REQUEST -> Step.Action.VERIFY_REQUEST;
                case ERROR -> Step.Action.ERROR;
                case WEBAUTHN_OPTIONS -> Step.Action.WEBAUTHN_OPTIONS;
            };
        }
    }
}
