package dev.cardea.testing.replay;

import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.observe.Shape;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.Endpoint;
import dev.cardea.observe.Step.ProviderCall;
import dev.cardea.testing.Client;
import dev.cardea.testing.Fault;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Person;
import dev.cardea.token.Randomness;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An identity provider that answers each call as the recorded one did: its status, its error, the shape of its JSON. */
final class ProviderDouble implements HttpHandler {
    static final String CLIENT = "replay";
    static final String CLIENT_SECRET = "a-secret-of-the-client-in-the-replay";
    static final String ADDRESS = "visitor@replay.example";
    static final Person VISITOR =
            Person.of("subject-of-the-replay", "A Visitor", ADDRESS).with("email_verified", true);

    private static final Map<Step.IdTokenRule.Rule, Fault> FAULTS = Map.ofEntries(
            Map.entry(Step.IdTokenRule.Rule.PRESENT, Fault.ID_TOKEN_MISSING),
            Map.entry(Step.IdTokenRule.Rule.ALGORITHM, Fault.ALG_NONE),
            Map.entry(Step.IdTokenRule.Rule.TYPE, Fault.TYP_ACCESS_TOKEN),
            Map.entry(Step.IdTokenRule.Rule.SIGNATURE, Fault.SIGNATURE_SPOILED),
            Map.entry(Step.IdTokenRule.Rule.ISSUER, Fault.ISS_WRONG),
            Map.entry(Step.IdTokenRule.Rule.AUDIENCE, Fault.AUD_WRONG),
            Map.entry(Step.IdTokenRule.Rule.AUTHORIZED_PARTY, Fault.AZP_WRONG),
            Map.entry(Step.IdTokenRule.Rule.EXPIRY, Fault.EXP_PAST),
            Map.entry(Step.IdTokenRule.Rule.ISSUED_AT, Fault.IAT_FUTURE),
            Map.entry(Step.IdTokenRule.Rule.NOT_BEFORE, Fault.NBF_FUTURE),
            Map.entry(Step.IdTokenRule.Rule.SUBJECT, Fault.SUB_MISSING),
            Map.entry(Step.IdTokenRule.Rule.NONCE, Fault.NONCE_WRONG),
            Map.entry(Step.IdTokenRule.Rule.AUTH_TIME, Fault.AUTH_TIME_OLD),
            Map.entry(Step.IdTokenRule.Rule.ACCESS_TOKEN_HASH, Fault.AT_HASH_WRONG),
            Map.entry(Step.IdTokenRule.Rule.USERINFO_SUBJECT, Fault.USERINFO_SUB_WRONG));

    private final IdentityProvider provider;
    private Client client;
    private final Deque<ProviderCall> expected = new ArrayDeque<>();

    /** @param assertion whether the application proves itself by a signed assertion */
    ProviderDouble(String issuer, boolean assertion, Clock clock) {
        client = Client.of(CLIENT, CLIENT_SECRET);
        if (assertion) client = client.authMethod("client_secret_jwt");
        provider = IdentityProvider.at(issuer, clock, Randomness.secure())
                .signsIn(VISITOR)
                .client(client);
    }

    /** Behaves as in this request from now on. */
    void expect(RecordedRequest request) {
        expected.clear();
        request.all(ProviderCall.class).forEach(expected::add);
        provider.fault(faults(request).toArray(Fault[]::new));
    }

    /** Behaves correctly from now on. */
    void behave() {
        expected.clear();
        provider.fault();
    }

    private static List<Fault> faults(RecordedRequest request) {
        var faults = new ArrayList<Fault>();
        request.all(Step.IdTokenRule.class)
                .filter(rule -> !rule.isMet())
                .map(rule -> request.isBegin() && rule.rule() == Step.IdTokenRule.Rule.ISSUER
                        ? Fault.DISCOVERY_ISSUER_WRONG
                        : Objects.requireNonNull(FAULTS.get(rule.rule())))
                .forEach(faults::add);
        boolean asksForProfile = request.has(ProviderCall.class, it -> it.endpoint() == Endpoint.USERINFO);
        if (asksForProfile) faults.add(Fault.CLAIMS_ONLY_IN_USERINFO);
        return faults;
    }

    /** Sends the visitor with an authorization request to the provider, and returns its answer by the browser. */
    Map<String, String> authorize(String url) {
        var parameters = parameters(url);
        var redirect = parameters.get("redirect_uri");
        if (redirect != null) client = client.redirectUri(redirect);
        provider.client(client);
        var answer = provider.handle(Request.get(url)).header("Location").orElse("");
        return parameters(answer);
    }

    private static Map<String, String> parameters(String url) {
        return WebUrl.parse(url).map(WebUrl::query).map(Form::decode).orElse(Map.of());
    }

    @Override
    public Response handle(Request request) {
        var recorded = next(endpoint(request.path()));
        if (recorded == null) return provider.handle(request);
        return switch (recorded.result()) {
            case OK -> shape(provider.handle(request), recorded.shape());
            case REJECTED -> rejected(recorded);
            case INVALID -> Response.of(recorded.status(), "text/html", "<h1>Welcome</h1>");
            case TIMEOUT -> throw new UncheckedIOException(new HttpTimeoutException("as recorded"));
            case UNREACHABLE, LIMITED -> throw new UncheckedIOException(new ConnectException("as recorded"));
        };
    }

    private synchronized @Nullable ProviderCall next(Endpoint endpoint) {
        var found = expected.stream().filter(it -> it.endpoint() == endpoint).findFirst();
        found.ifPresent(expected::removeFirstOccurrence);
        return found.orElse(null);
    }

    private static Endpoint endpoint(String path) {
        if (path.endsWith("/openid-configuration")) return Endpoint.DISCOVERY;
        return switch (path) {
            case "/jwks" -> Endpoint.JWKS;
            case "/token" -> Endpoint.TOKEN;
            case "/userinfo" -> Endpoint.USERINFO;
            default -> Endpoint.OTHER;
        };
    }

    private static Response rejected(ProviderCall recorded) {
        if (recorded.shape() == null) return Response.of(recorded.status(), "text/html", "<h1>Out of order</h1>");
        var error = recorded.error();
        var body = Claims.of("error", error == null ? "other" : error.label());
        return Response.json(recorded.status(), body.toJson());
    }

    /** Leaves out the members that the recorded answer did not have, and adds those that it had. */
    private static Response shape(Response answer, @Nullable Shape recorded) {
        if (recorded == null || answer.status() != 200) return answer;
        var body = Json.parseObject(answer.text(), Json.INBOUND_DEPTH);
        var own = Shape.of(body).members();
        for (var name : own.keySet()) if (!recorded.members().containsKey(name)) body = body.without(name);
        for (var member : recorded.members().entrySet()) {
            if (own.get(member.getKey()) != member.getValue())
                body = body.with(member.getKey(), member.getValue().example());
        }
        return Response.json(200, body.toJson());
    }
}
