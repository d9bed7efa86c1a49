package dev.cardea.testing.replay;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimits;
import dev.cardea.model.ProviderType;
import dev.cardea.observe.Callback;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.provider.Check;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.recorder.Recorder;
import dev.cardea.recorder.Trace;
import dev.cardea.testing.FakeClock;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A site that is configured as far as a trace shows its configuration, and the browser of its visitor. */
final class ReplaySite implements ReplayBrowser.Server {
    private static final String SECRET = "a-secret-of-the-site-in-the-replay-0001";
    private static final String OTHER_SECRET = "a-secret-of-another-process-in-the-replay-2";

    private final List<RecordedRequest> requests;
    private final FakeClock clock;
    private final Map<String, ProviderDouble> providers = new LinkedHashMap<>();
    private final StoreDouble store = new StoreDouble();
    private final ApplicationDouble application;
    private final Auth auth;
    private final Auth other;
    private final ReplayBrowser browser;
    private final List<String> lines = new ArrayList<>();
    private @Nullable ErrorType error;

    ReplaySite(List<RecordedRequest> requests) {
        this.requests = requests;
        clock = FakeClock.at(requests.get(0).time());
        application = new ApplicationDouble(requests);
        auth = Auth.of(config().secret(SECRET));
        other = Auth.of(config().secret(OTHER_SECRET));
        browser = new ReplayBrowser(this, requests);
    }

    private AuthConfig.Builder config() {
        var config = AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .clock(clock)
                .http(this::outbound)
                .logger(new Silence());
        address(config);
        application.configure(config);
        config.rateLimits(limits());
        var ids = providerIds();
        boolean needsStore = ids.stream().anyMatch(id -> id.type() == ProviderType.EMAIL);
        if (needsStore || has(Step.StoreCall.class)) config.adapter(store.adapter());
        for (var id : ids) config.provider(provider(id));
        return config.session(SessionOptions.DEFAULT.strategy(strategy()));
    }

    private SessionOptions.Strategy strategy() {
        return all(Step.SessionIssue.class)
                .map(step -> SessionOptions.Strategy.valueOf(step.strategy().name()))
                .findFirst()
                .orElse(SessionOptions.Strategy.JWT);
    }

    /** A budget that was exhausted lasts for all requests of the trace, and a few of the doubles. */
    private RateLimits limits() {
        var limits = RateLimits.DEFAULT;
        for (var step : all(Step.RateLimit.class).toList()) {
            limits = limits.limit(step.budget(), new Limit(requests.size() + 3, Duration.ofDays(1)));
        }
        return limits;
    }

    /** Errors are read from the recorder. */
    private static final class Silence implements AuthLogger {
        @Override
        public void error(AuthException error) {
            // The recorder has it.
        }

        @Override
        public void warn(String code) {
            // It is of the doubles.
        }
    }

    private void address(AuthConfig.Builder config) {
        var decisions = new LinkedHashSet<>(all(Step.OriginDecision.class).toList());
        if (decisions.stream().anyMatch(it -> !it.isTrusted())) return;
        if (decisions.size() > 1) {
            config.trustHost(true);
            return;
        }
        var known = decisions.stream().findFirst();
        var asked = requests.get(0).start();
        known.map(it -> origin(it.isHttps(), it.host().toString()))
                .or(() -> asked.map(it -> origin(it.isHttps(), it.host().toString())))
                .ifPresent(config::url);
    }

    private static String origin(boolean isHttps, String host) {
        return (isHttps ? "https://" : "http://") + host;
    }

    private Set<ProviderId> providerIds() {
        var ids = new LinkedHashSet<ProviderId>();
        for (var request : requests) {
            var id = request.provider();
            if (id != null && id.type() != null) ids.add(id);
        }
        return ids;
    }

    private Provider provider(ProviderId id) {
        return switch (Objects.requireNonNull(id.type())) {
            case EMAIL -> EmailProvider.of(id.label(), application).from("no-reply@replay.example");
            case OIDC -> oauth(id, OAuthProvider.oidc(id.label(), id.label(), issuer(id)));
            // A trace has nothing that a visitor entered, so the request gets as far as the provider is asked.
            case OAUTH, CREDENTIALS, WEBAUTHN ->
                oauth(
                        id,
                        OAuthProvider.oauth(id.label(), id.label())
                                .authorization(issuer(id) + "/authorize")
                                .token(issuer(id) + "/token")
                                .userinfo(issuer(id) + "/userinfo"));
        };
    }

    private String issuer(ProviderId id) {
        return "https://" + host(id);
    }

    private OAuthProvider oauth(ProviderId id, OAuthProvider provider) {
        var proof = all(Step.ProviderCallStart.class)
                .anyMatch(it -> it.client() == Step.ProviderCallStart.ClientProof.ASSERTION);
        providers.putIfAbsent(host(id), new ProviderDouble(issuer(id), proof, clock));
        if (proof) provider = provider.client("token_endpoint_auth_method", "client_secret_jwt");
        if (hasCall(Callback.PROFILE, Step.CallbackCall.Result.FAILED)) {
            provider = provider.profile((profile, tokens) -> {
                throw new IllegalStateException("the profile function failed, as recorded");
            });
        }
        return checked(provider.clientId(ProviderDouble.CLIENT).clientSecret(ProviderDouble.CLIENT_SECRET), id);
    }

    private OAuthProvider checked(OAuthProvider provider, ProviderId id) {
        var checks = EnumSet.noneOf(Check.class);
        Stream.concat(
                        all(Step.CheckSet.class)
                                .filter(it -> it.provider().equals(id))
                                .map(Step.CheckSet::check),
                        all(Step.CheckRead.class)
                                .filter(it -> it.provider().equals(id))
                                .map(Step.CheckRead::check))
                .forEach(cookie -> check(cookie).ifPresent(checks::add));
        var all = List.copyOf(checks);
        return all.isEmpty()
                ? provider
                : provider.checks(all.get(0), all.subList(1, all.size()).toArray(Check[]::new));
    }

    private static Optional<Check> check(AuthCookie cookie) {
        return switch (cookie) {
            case PKCE_CODE_VERIFIER -> Optional.of(Check.PKCE);
            case STATE -> Optional.of(Check.STATE);
            case NONCE -> Optional.of(Check.NONCE);
            default -> Optional.empty();
        };
    }

    private String host(ProviderId id) {
        return requests.stream()
                .filter(request -> id.equals(request.provider()))
                .flatMap(request -> Stream.concat(
                        request.all(Step.ProviderCall.class).map(Step.ProviderCall::host),
                        request.all(Step.Redirect.class).map(Step.Redirect::host)))
                .map(Object::toString)
                .filter(host -> !host.equals("invalid"))
                .findFirst()
                .orElse("provider.replay.example");
    }

    private <S extends Step> Stream<S> all(Class<S> kind) {
        return requests.stream().flatMap(request -> request.all(kind));
    }

    private boolean has(Class<? extends Step> kind) {
        return all(kind).findAny().isPresent();
    }

    private boolean hasCall(Callback callback, Step.CallbackCall.Result result) {
        return all(Step.CallbackCall.class).anyMatch(it -> it.callback() == callback && it.result() == result);
    }

    private Response outbound(Request request) {
        var host = WebUrl.parse(request.url()).map(WebUrl::authority).orElse("");
        var provider = providers.get(host);
        if (provider == null) throw new UncheckedIOException(new ConnectException("only doubles are called"));
        return provider.handle(request);
    }

    @Override
    public ProviderDouble doubleOf(ProviderId id) {
        var provider = providers.get(host(id));
        if (provider == null) throw new IllegalStateException("no double for " + id);
        return provider;
    }

    @Override
    public ApplicationDouble application() {
        return application;
    }

    @Override
    public FakeClock clock() {
        return clock;
    }

    /** Runs a recorded request with everything as it was. */
    void play(RecordedRequest request) {
        clock.set(request.time());
        browser.prepare(request);
        clock.set(request.time());
        if (request.has(Step.LinkDecision.class, it -> it.decision() == Step.LinkDecision.Decision.REFUSE)) {
            store.addOtherUser(ProviderDouble.ADDRESS);
        }
        providers.values().forEach(each -> each.expect(request));
        var sent = browser.request(request);
        // The browser may have asked for a CSRF token meanwhile.
        providers.values().forEach(each -> each.expect(request));
        application.expect(request);
        store.expect(request);
        var site = request.isOfOtherSecret() ? other : auth;
        if (request.first(Step.RateLimit.class).isPresent()) {
            for (int i = 0; i < requests.size() + 3; i++) site.handle(sent);
        }
        var before = failures(site).size();
        var answer = site.handle(sent);
        behave();
        browser.receive(request, answer);
        var after = failures(site);
        error = after.size() == before
                ? null
                : after.get(after.size() - 1).error().orElse(null);
        lines.add(sent.method() + " " + sent.path() + ": status " + answer.status()
                + (error == null ? "" : ", " + error.code()));
    }

    @Override
    public Response send(Request request, boolean toOther) {
        behave();
        return (toOther ? other : auth).handle(request);
    }

    private void behave() {
        application.behave();
        store.behave();
        providers.values().forEach(ProviderDouble::behave);
    }

    private static List<Trace> failures(Auth site) {
        return Recorder.of(site).failures();
    }

    Optional<ErrorType> error() {
        return Optional.ofNullable(error);
    }

    List<String> lines() {
        return lines;
    }
}
