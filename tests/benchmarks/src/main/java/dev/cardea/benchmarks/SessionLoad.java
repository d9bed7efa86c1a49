package dev.cardea.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.adapter.jdbc.Layout;
import dev.cardea.adapter.redis.RedisAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.http.Request;
import dev.cardea.testing.FreePorts;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import redis.clients.jedis.RedisClient;

/**
 * {@code GET /session} of random people whose sessions are rows, in tables of so many rows as are given; and the same rows
 * read by the reference with {@code @auth/pg-adapter}.
 */
public final class SessionLoad {
    private static final int AT_ONCE = 4;
    private static final Duration WARM_UP = Duration.ofSeconds(4);
    private static final Duration MEASURED = Duration.ofSeconds(8);
    private static final Duration LEFT = Duration.ofDays(30);

    private SessionLoad() {}

    /** @param rows such as 10000 1000000 */
    public static void main(String[] rows) throws Exception {
        System.out.printf("%-28s %10s %9s %9s %9s%n", "", "requests/s", "mean us", "p50 us", "p99 us");
        postgres(Arrays.stream(rows).mapToInt(Integer::parseInt).toArray());
        redis(Arrays.stream(rows).mapToInt(Integer::parseInt).toArray());
    }

    private static void postgres(int[] sizes) throws Exception {
        try (var server = EmbeddedPostgres.builder().setPort(FreePorts.one()).start();
                var pool = pool(server.getJdbcUrl("postgres", "postgres"))) {
            JdbcAdapter.builder(pool).layout(Layout.PG).build().createSchema(line -> {});
            for (int size : sizes) {
                fill(pool, size);
                measure("here, PostgreSQL", size, JdbcAdapter.of(pool));
                reference("postgresql://postgres@localhost:" + server.getPort() + "/postgres", size);
            }
        }
    }

    static HikariDataSource pool(String url) {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(AT_ONCE);
        return new HikariDataSource(config);
    }

    private static void fill(HikariDataSource pool, int size) throws SQLException {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("truncate users, sessions, authenticators");
            statement.execute("insert into users (id, name, email) select i, 'Ada ' || i, 'ada' || i || '@example.com'"
                    + " from generate_series(1, " + size + ") i");
            statement.execute("insert into sessions (\"userId\", expires, \"sessionToken\")"
                    + " select i, now() + interval '30 days', 's-' || i from generate_series(1, " + size + ") i");
            statement.execute("vacuum analyze users");
            statement.execute("vacuum analyze sessions");
        }
    }

    private static void reference(String url, int size) throws IOException, InterruptedException {
        new ProcessBuilder(
                        "node",
                        "node/sessions.mjs",
                        url,
                        String.valueOf(size),
                        String.valueOf(AT_ONCE),
                        String.valueOf(WARM_UP.toMillis()),
                        String.valueOf(MEASURED.toMillis()))
                .inheritIO()
                .start()
                .waitFor();
    }

    private static void redis(int[] sizes) throws Exception {
        int port = FreePorts.one();
        var process = new ProcessBuilder(
                        "redis-server", "--port", String.valueOf(port), "--save", "", "--appendonly", "no")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            Thread.sleep(1_000);
            for (int size : sizes) {
                try (var client = RedisClient.create("127.0.0.1", port)) {
                    fill(client, size);
                    measure("here, Redis", size, RedisAdapter.of(client));
                }
            }
        } finally {
            process.destroy();
        }
    }

    private static void fill(RedisClient client, int size) {
        client.flushAll();
        var expires = Instant.now().plus(LEFT);
        try (var pipeline = client.pipelined()) {
            for (int i = 1; i <= size; i++) {
                pipeline.set(
                        "user:u-" + i,
                        "{\"id\":\"u-" + i + "\",\"name\":\"Ada " + i + "\",\"email\":\"ada" + i + "@example.com\"}");
                pipeline.set(
                        "user:session:s-" + i,
                        "{\"sessionToken\":\"s-" + i + "\",\"userId\":\"u-" + i + "\",\"expires\":\"" + expires
                                + "\"}");
                if (i % 10_000 == 0) pipeline.sync();
            }
        }
    }

    private static void measure(String name, int size, Adapter adapter)
            throws InterruptedException, ExecutionException {
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-benchmarks")
                .adapter(adapter)
                .build());
        run(auth, size, WARM_UP);
        var times = run(auth, size, MEASURED);
        Arrays.sort(times);
        System.out.printf(
                "%-28s %10.0f %9.0f %9.0f %9.0f%n",
                name + ", " + size,
                times.length / (MEASURED.toMillis() / 1_000.0),
                LongStream.of(times).average().orElse(0) / 1_000,
                times[times.length / 2] / 1_000.0,
                times[times.length * 99 / 100] / 1_000.0);
    }

    /** Nanoseconds of each request. */
    private static long[] run(Auth auth, int size, Duration length) throws InterruptedException, ExecutionException {
        var threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            long end = System.nanoTime() + length.toNanos();
            Callable<long[]> visitors = () -> visit(auth, size, end);
            var running = new ArrayList<Future<long[]>>();
            for (int i = 0; i < AT_ONCE; i++) running.add(threads.submit(visitors));
            var all = LongStream.empty();
            for (var one : running) all = LongStream.concat(all, Arrays.stream(one.get()));
            return all.toArray();
        } finally {
            threads.shutdown();
        }
    }

    private static long[] visit(Auth auth, int size, long end) {
        var times = LongStream.builder();
        for (long start = System.nanoTime(); start < end; start = System.nanoTime()) {
            int who = ThreadLocalRandom.current().nextInt(size) + 1;
            var answer = auth.handle(Request.get("http://localhost/auth/session")
                    .header("cookie", "authjs.callback-url=http%3A%2F%2Flocalhost; authjs.session-token=s-" + who));
            times.add(System.nanoTime() - start);
            if (answer.status() != 200 || !answer.text().contains("\"ada" + who + "@example.com\"")) {
                throw new IllegalStateException(answer.text());
            }
        }
        return times.build().toArray();
    }
}
