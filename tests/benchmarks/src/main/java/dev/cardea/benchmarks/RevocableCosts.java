package dev.cardea.benchmarks;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.config.SessionOptions.Devices;
import dev.cardea.jose.Hashes;
import dev.cardea.model.User;
import dev.cardea.testing.FreePorts;
import dev.cardea.token.Randomness;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What it costs to list a user's twenty sessions and to end one, for revocable sessions and for database sessions that say
 * as much. The two take turns, so that what slows the machine down slows both. Exits with 1 if a budget is missed.
 */
public final class RevocableCosts {
    private static final int USERS = 300;
    private static final int SESSIONS = 20;
    private static final int CALLS = USERS * SESSIONS;
    private static final double MOST = 1.10;

    private final Randomness randomness = Randomness.secure();
    private final Instant begun = Instant.now();
    private final Instant end = begun.plus(Duration.ofDays(30));
    private final JdbcAdapter adapter;
    private final Site database;
    private final Site revocable;

    private record Site(Auth auth, List<Owner> owners) {}

    private record Owner(String userId, List<String> sessions) {}

    private interface Call {
        void run(Site site, int number);
    }

    private RevocableCosts(JdbcAdapter adapter) {
        this.adapter = adapter;
        adapter.createSchema(line -> {});
        database = site(SessionOptions.database().devices(Devices.REDUCED));
        revocable = site(SessionOptions.revocable());
        for (int i = 0; i < USERS; i++) {
            database.owners.add(owner("rows" + i, true));
            revocable.owners.add(owner("records" + i, false));
        }
    }

    public static void main(String[] arguments) throws IOException {
        try (var server = EmbeddedPostgres.builder().setPort(FreePorts.one()).start();
                var pool = SessionLoad.pool(server.getJdbcUrl("postgres", "postgres"))) {
            var costs = new RevocableCosts(JdbcAdapter.of(pool));
            System.out.printf("%n%-28s %10s %10s%n", "medians in us, PostgreSQL", "database", "revocable");
            boolean holds = costs.compare("list of " + SESSIONS, RevocableCosts::list);
            holds &= costs.compare("end of one", RevocableCosts::end);
            if (!holds) System.exit(1);
        }
    }

    private Site site(SessionOptions sessions) {
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-benchmarks")
                .adapter(adapter)
                .session(sessions)
                .build());
        return new Site(auth, new ArrayList<>());
    }

    private Owner owner(String name, boolean hasRows) {
        var user = adapter.createUser(User.of(null, name, name + "@example.com"));
        var userId = String.valueOf(user.id());
        var sessions = new ArrayList<String>();
        for (int i = 0; i < SESSIONS; i++) {
            var token = randomness.hex(32);
            var id = hasRows ? Hashes.sha256Hex(token) : token;
            if (hasRows) adapter.createSession(new AdapterSession(token, userId, end));
            adapter.registerSession(new SessionRecord(
                    id, userId, true, begun, begun, end, "google", null, null, "203.0.113.0", "Firefox 140"));
            sessions.add(id);
        }
        return new Owner(userId, sessions);
    }

    private static void list(Site site, int number) {
        var all = site.auth.sessions().list(site.owners.get(number % USERS).userId);
        if (all.size() != SESSIONS) throw new IllegalStateException(all.size() + " sessions");
    }

    /** All calls together end all sessions. */
    private static void end(Site site, int number) {
        var owner = site.owners.get(number % USERS);
        if (!site.auth.sessions().end(owner.userId, owner.sessions.get(number / USERS)))
            throw new IllegalStateException("it had ended");
    }

    /** The first half of the calls warms up. */
    private boolean compare(String what, Call call) {
        var rows = new long[CALLS];
        var records = new long[CALLS];
        for (int i = 0; i < CALLS; i++) {
            if (i % 2 == 0) rows[i] = nanos(call, database, i);
            records[i] = nanos(call, revocable, i);
            if (i % 2 == 1) rows[i] = nanos(call, database, i);
        }
        double base = median(rows);
        double own = median(records);
        boolean holds = own <= MOST * base;
        System.out.printf(
                "%-28s %10.0f %10.0f  %s %.2f (<= %.2f)%n",
                what, base / 1_000, own / 1_000, holds ? "PASS" : "MISS", own / base, MOST);
        return holds;
    }

    private static long nanos(Call call, Site site, int number) {
        long start = System.nanoTime();
        call.run(site, number);
        return System.nanoTime() - start;
    }

    private static double median(long[] nanos) {
        var warm = Arrays.copyOfRange(nanos, nanos.length / 2, nanos.length);
        Arrays.sort(warm);
        return warm[warm.length / 2];
    }
}
