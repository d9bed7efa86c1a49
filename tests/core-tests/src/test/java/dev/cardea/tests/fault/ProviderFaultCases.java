package dev.cardea.tests.fault;

import static dev.cardea.error.ErrorType.AUTH_ERROR;
import static dev.cardea.error.ErrorType.CALLBACK_ROUTE_ERROR;
import static dev.cardea.error.ErrorType.OAUTH_CALLBACK_ERROR;
import static dev.cardea.error.ErrorType.OAUTH_PROFILE_PARSE_ERROR;

import dev.cardea.error.ErrorType;
import dev.cardea.http.HttpHandler;
import dev.cardea.model.User;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.recorder.Trace;
import dev.cardea.testing.Client;
import dev.cardea.testing.Fault;
import dev.cardea.testing.Origins;
import java.io.UncheckedIOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What providers answer, and what is configured for them. */
final class ProviderFaultCases {
    static final List<FaultCase> ALL = List.of(
            of("R13", AUTH_ERROR, Fault.DISCOVERY_500),
            new FaultCase("R13", AUTH_ERROR, "nothing listens at the issuer", ProviderFaultCases::nothing),
            of("R14", AUTH_ERROR, Fault.DISCOVERY_NOT_JSON),
            of("R15", AUTH_ERROR, Fault.DISCOVERY_ISSUER_WRONG),
            of("R15", CALLBACK_ROUTE_ERROR, Fault.ISS_WRONG),
            of("R16", CALLBACK_ROUTE_ERROR, Fault.JWKS_500),
            of("R17", CALLBACK_ROUTE_ERROR, Fault.KEY_UNKNOWN),
            of("R17", CALLBACK_ROUTE_ERROR, Fault.SIGNATURE_SPOILED),
            new FaultCase("R18", OAUTH_CALLBACK_ERROR, "the callback is not registered", ProviderFaultCases::address),
            new FaultCase("R19", CALLBACK_ROUTE_ERROR, "the client secret is wrong", ProviderFaultCases::secret),
            new FaultCase("R20", CALLBACK_ROUTE_ERROR, "the clock is ten minutes late", ProviderFaultCases::assertion),
            new FaultCase("R21", CALLBACK_ROUTE_ERROR, "the code waited two minutes", ProviderFaultCases::oldCode),
            of("R22", CALLBACK_ROUTE_ERROR, Fault.TOKEN_500),
            of("R22", CALLBACK_ROUTE_ERROR, Fault.CLAIMS_ONLY_IN_USERINFO, Fault.USERINFO_500),
            new FaultCase("R23", CALLBACK_ROUTE_ERROR, "the token endpoint hangs", ProviderFaultCases::hangs),
            of("R24", CALLBACK_ROUTE_ERROR, Fault.TOKEN_NOT_JSON),
            of("R24", CALLBACK_ROUTE_ERROR, Fault.JWKS_NOT_JSON),
            of("R25", CALLBACK_ROUTE_ERROR, Fault.ID_TOKEN_MISSING),
            of("R26", CALLBACK_ROUTE_ERROR, Fault.AUD_WRONG),
            of("R26", CALLBACK_ROUTE_ERROR, Fault.AZP_WRONG),
            of("R27", CALLBACK_ROUTE_ERROR, Fault.EXP_PAST),
            of("R27", CALLBACK_ROUTE_ERROR, Fault.IAT_FUTURE),
            of("R27", CALLBACK_ROUTE_ERROR, Fault.NBF_FUTURE),
            of("R28", CALLBACK_ROUTE_ERROR, Fault.NONCE_WRONG),
            of("R28", CALLBACK_ROUTE_ERROR, Fault.NONCE_MISSING),
            new FaultCase("R29", CALLBACK_ROUTE_ERROR, "userinfo rejects the token", ProviderFaultCases::userinfo),
            of("R30", CALLBACK_ROUTE_ERROR, Fault.CLAIMS_ONLY_IN_USERINFO, Fault.USERINFO_SUB_WRONG),
            new FaultCase("R31", OAUTH_PROFILE_PARSE_ERROR, "the profile has no id", ProviderFaultCases::profile),
            new FaultCase("R32", CALLBACK_ROUTE_ERROR, "64 calls are waiting already", ProviderFaultCases::crowd));

    private ProviderFaultCases() {}

    private static FaultCase of(String cause, ErrorType error, Fault... faults) {
        return new FaultCase(cause, error, "the identity provider does " + names(faults), watch -> {
            var site = FaultSite.open(watch);
            site.op.fault(faults);
            site.begin();
            return site.failure();
        });
    }

    private static String names(Fault... faults) {
        return Stream.of(faults).map(fault -> "`" + fault + "`").collect(Collectors.joining(" and "));
    }

    private static Trace nothing(Watch watch) {
        var site = FaultSite.open(watch);
        site.outbound = Origins.of("https://elsewhere.example", site.op);
        site.begin();
        return site.failure();
    }

    private static Trace address(Watch watch) {
        var site = FaultSite.open(watch);
        site.op.answersError("redirect_uri_mismatch");
        site.begin();
        return site.failure();
    }

    private static Trace secret(Watch watch) {
        var site = new FaultSite.Setup()
                .provider(it -> it.clientSecret("Pv71hSda-of-another-client"))
                .open(watch);
        site.begin();
        return site.failure();
    }

    private static Trace assertion(Watch watch) {
        var site = new FaultSite.Setup()
                .provider(it -> it.client("token_endpoint_auth_method", "client_secret_jwt"))
                .open(watch);
        site.op.client(Client.of("app", FaultSite.CLIENT_SECRET)
                .authMethod("client_secret_jwt")
                .redirectUri(FaultSite.CALLBACK));
        site.providerClock.advance(Duration.ofMinutes(10));
        site.begin();
        return site.failure();
    }

    private static Trace oldCode(Watch watch) {
        var site = FaultSite.open(watch);
        site.provider = request -> {
            var answer = site.op.handle(request);
            if (request.path().equals("/authorize")) site.providerClock.advance(Duration.ofMinutes(2));
            return answer;
        };
        site.begin();
        return site.failure();
    }

    /** Over a socket that accepts and never answers. */
    private static Trace hangs(Watch watch) {
        var site = FaultSite.open(watch);
        site.outbound = request -> {
            if (!request.path().equals("/token")) return site.op.handle(request);
            // As the JDK's client does when its timeout is over. A real one may fail before that on a busy machine.
            throw new UncheckedIOException(new HttpTimeoutException("request timed out"));
        };
        site.begin();
        return site.failure();
    }

    private static Trace profile(Watch watch) {
        var site = new FaultSite.Setup()
                .provider(it -> withoutIdToken().profile((profile, tokens) -> User.of("", "Adelheid", null)))
                .open(watch);
        site.begin();
        return site.failure();
    }

    private static Trace userinfo(Watch watch) {
        var site = new FaultSite.Setup().provider(it -> withoutIdToken()).open(watch);
        site.op.fault(Fault.USERINFO_401);
        site.begin();
        return site.failure();
    }

    private static OAuthProvider withoutIdToken() {
        return OAuthProvider.oauth("op", "Demo ID")
                .clientId("app")
                .clientSecret(FaultSite.CLIENT_SECRET)
                .authorization(FaultSite.OP + "/authorize")
                .token(FaultSite.OP + "/token")
                .userinfo(FaultSite.OP + "/userinfo");
    }

    private static Trace crowd(Watch watch) throws InterruptedException {
        var site = FaultSite.open(watch);
        int many = 64;
        var waiting = new CountDownLatch(many);
        var end = new CountDownLatch(1);
        site.begin();
        site.browser.clearCookies();
        site.outbound = waitingAt("/token", site.op, waiting, end);
        var threads = Executors.newFixedThreadPool(many);
        try {
            for (int i = 0; i < many; i++)
                threads.execute(() ->
                        site.visitor().open(FaultSite.APP + "/auth/signin").press("Sign in with Demo ID"));
            waiting.await();
            site.begin();
            return site.failure();
        } finally {
            end.countDown();
            threads.shutdown();
        }
    }

    private static HttpHandler waitingAt(String path, HttpHandler op, CountDownLatch waiting, CountDownLatch end) {
        return request -> {
            if (!request.path().equals(path)) return op.handle(request);
            waiting.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return op.handle(request);
        };
    }
}
