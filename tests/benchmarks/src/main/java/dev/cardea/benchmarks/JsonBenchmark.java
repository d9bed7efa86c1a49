package dev.cardea.benchmarks;

import com.nimbusds.jose.util.JSONObjectUtils;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.text.ParseException;
import java.util.Map;
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

/** The payload of a session token as JSON, here and by the parser that Nimbus ships, which copies nothing and checks less. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class JsonBenchmark {
    private final String text = "{\"name\":\"Ada Lovelace\",\"email\":\"ada@example.com\",\"picture\":"
            + "\"https://example.com/ada.png\",\"sub\":\"7f0c3c6e-2d0a-4d2a-8b64-2f9a1c5ad0b1\",\"iat\":1795000000,"
            + "\"exp\":1797592000,\"jti\":\"0b9f0c3c-6e2d-4ad2-8b64-2f9a1c5ad0b1\"}";
    private final Claims claims = Json.parseObject(text, Json.TRUSTED_DEPTH);

    @Benchmark
    public Claims parse() {
        return Json.parseObject(text, Json.TRUSTED_DEPTH);
    }

    @Benchmark
    public String print() {
        return claims.toJson();
    }

    @Benchmark
    public Map<String, Object> parseNimbus() throws ParseException {
        return JSONObjectUtils.parse(text);
    }
}
