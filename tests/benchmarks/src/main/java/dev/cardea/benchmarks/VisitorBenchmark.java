package dev.cardea.benchmarks;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.Visitor;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import dev.cardea.token.ReservedClaim.TokenSession;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a host asks for each page of a signed-in visitor, from its headers to the session, and of one who is not. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class VisitorBenchmark {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-benchmarks";
    private static final String NAME = "authjs.session-token";
    private static final String ROW = "5d1c9a0e-7f35-4b8e-9d2c-0a6b8f4e1c37";
    private static final String ID = "0123456789abcdef".repeat(4);
    private static final Claims CLAIMS =
            Claims.of("name", "ada").with("email", "ada@example.com").with("sub", "1");

    private final Instant begun = Instant.now();
    private final Auth auth = Auth.of(config());
    private final Auth withRows = Auth.of(config().adapter(store()));
    private final Auth withRecords = Auth.of(config().adapter(registry(begun)).session(SessionOptions.revocable()));
    private final List<Headers.Field> fields = fields(token(CLAIMS));
    private final List<Headers.Field> fieldsOfRow = fields(ROW);
    private final List<Headers.Field> fieldsOfRecord = fields(token(new TokenSession(ID, begun).on(CLAIMS)));
    private final List<Headers.Field> nobody = fields.subList(0, 3);

    private static AuthConfig.Builder config() {
        return AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .secret(SECRET)
                .trustHost(true);
    }

    private static InMemoryAdapter store() {
        var store = new InMemoryAdapter();
        var user = store.createUser(User.of(null, "ada", "ada@example.com"));
        store.createSession(
                new AdapterSession(ROW, String.valueOf(user.id()), Instant.now().plus(Duration.ofDays(30))));
        return store;
    }

    private static InMemoryAdapter registry(Instant begun) {
        var store = new InMemoryAdapter();
        store.registerSession(new SessionRecord(
                ID, "1", false, begun, begun, begun.plus(Duration.ofDays(30)), "google", null, null, null, null));
        return store;
    }

    private static String token(Claims claims) {
        return new EncryptedJwt(Clock.systemUTC(), Randomness.secure())
                .encode(new EncodeParams(claims, Secrets.of(SECRET), NAME));
    }

    private static List<Headers.Field> fields(String session) {
        return List.of(
                new Headers.Field("host", "127.0.0.1:8080"),
                new Headers.Field("user-agent", "wrk"),
                new Headers.Field("accept", "*/*"),
                new Headers.Field("cookie", "theme=dark; " + NAME + "=" + session));
    }

    @Benchmark
    public Session signedIn() {
        return visitor(auth, fields).session().orElseThrow();
    }

    @Benchmark
    public Session signedInByRow() {
        return visitor(withRows, fieldsOfRow).session().orElseThrow();
    }

    @Benchmark
    public Session signedInRevocably() {
        return visitor(withRecords, fieldsOfRecord).session().orElseThrow();
    }

    @Benchmark
    public Optional<Session> signedOut() {
        return visitor(auth, nobody).session();
    }

    private static Visitor visitor(Auth auth, List<Headers.Field> headers) {
        var request = Request.of("GET", "http", "/me", Headers.of(headers), new byte[0], "127.0.0.1");
        return auth.handles(request) ? auth.visitor(Request.get("http://unused.example/")) : auth.visitor(request);
    }
}
