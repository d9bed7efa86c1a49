package dev.cardea.benchmarks;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.ProviderLogout;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.token.Randomness;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.text.ParseException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a logout token costs, next to the check of its signature alone. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 10, time = 1)
@Measurement(iterations = 5, time = 1)
public class LogoutBenchmark {
    private static final String OP = "https://op.example";

    /** The token doesn't expire during the run. */
    private final Clock clock = Clock.fixed(Instant.now(), ZoneOffset.UTC);

    private final IdentityProvider op = IdentityProvider.at(OP, clock, Randomness.secure());
    private final String token = op.logoutToken("app", "ada", "session-1");
    private final Auth auth = Auth.of(AuthConfig.builder()
            .env(Env.none())
            .environment(Environment.PRODUCTION)
            .url("https://app.example")
            .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-benchmarks")
            .clock(clock)
            .http(op)
            .adapter(withoutMemory())
            .session(SessionOptions.revocable())
            .rateLimits(RateLimits.OFF)
            .provider(OAuthProvider.oidc("op", "Demo ID", OP)
                    .clientId("app")
                    .clientSecret("app-secret")
                    .logout(ProviderLogout.OFF.backChannel(true)))
            .build());
    private final Request logout = Request.post(
            "https://app.example/auth/backchannel-logout/op",
            "application/x-www-form-urlencoded",
            Form.encode(Map.of("logout_token", token)));
    private final PublicKey key = key(op.handle(Request.get(OP + "/jwks")).text());

    /** A store to which each token is new, so that one can be measured many times. */
    private static Adapter withoutMemory() {
        var memory = new InMemoryAdapter();
        var capabilities = Stream.of(InMemoryAdapter.class.getInterfaces())
                .filter(it -> it != UnitOfWork.class)
                .toArray(Class<?>[]::new);
        return (Adapter) Proxy.newProxyInstance(
                Adapter.class.getClassLoader(),
                capabilities,
                (self, method, arguments) ->
                        method.getName().equals("markUsed") ? true : method.invoke(memory, arguments));
    }

    private static PublicKey key(String jwks) {
        try {
            for (var key : JWKSet.parse(jwks).getKeys()) {
                if (key instanceof RSAKey rsa) return rsa.toRSAPublicKey();
            }
            throw new IllegalStateException("no RSA key");
        } catch (ParseException | JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @Benchmark
    public Response logoutToken() {
        var response = auth.handle(logout);
        if (response.status() != 200) throw new IllegalStateException(response.text());
        return response;
    }

    /** The same bytes through the signature's algorithm, and nothing else. */
    @Benchmark
    public boolean logoutTokenBare() throws GeneralSecurityException {
        int end = token.lastIndexOf('.');
        var signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(key);
        signature.update(token.substring(0, end).getBytes(StandardCharsets.US_ASCII));
        return signature.verify(Base64.getUrlDecoder().decode(token.substring(end + 1)));
    }
}
