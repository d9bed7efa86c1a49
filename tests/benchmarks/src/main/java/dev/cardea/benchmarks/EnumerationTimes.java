package dev.cardea.benchmarks;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Json;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.EmailProvider;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * How long a stranger waits for an address with an account and for one without, by each form that takes an address. Requests
 * are made in pairs, in random order, so that what slows the machine down slows both. Exits with 1 if a stranger could tell
 * them apart. That is if medians differ by more than 3 % and 2 ms, or 99th percentiles by more than 15 % and 2 ms. It is also if a
 * Mann-Whitney test has a p below 0.001.
 */
public final class EnumerationTimes {
    private static final String URL = "https://app.example";
    private static final String KNOWN = "ann@example.com";
    private static final String UNKNOWN = "bob@example.com";
    private static final String PASSWORD = "seven copper lanterns drifting";
    private static final String WRONG = "a quiet river under nine bridges";
    private static final List<String> ROUTES = List.of("/callback/password", "/signup", "/forgot", "/signin/mail");
    private static final int WARM_UP = 100;
    private static final double MILLISECOND = 1e6;

    private final ArrayDeque<String> links = new ArrayDeque<>();
    private final Auth auth = Auth.of(AuthConfig.builder()
            .env(Env.none())
            .url(URL)
            .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
            .adapter(new InMemoryAdapter())
            .rateLimits(RateLimits.OFF)
            .provider(EmailProvider.of("mail", request -> {
                links.clear();
                links.add(request.url());
            }))
            .extension(UserAccounts.standard())
            .logger(new AuthLogger() {
                @Override
                public void error(AuthException expected) {}
            }));
    private final Random random = new Random(1);

    private EnumerationTimes() {}

    /** @param arguments how many pairs; 1000 unless given */
    public static void main(String[] arguments) {
        int pairs = arguments.length == 0 ? 1000 : Integer.parseInt(arguments[0]);
        var measurement = new EnumerationTimes();
        measurement.signUp();
        System.out.printf(
                "%-20s %12s %12s %8s %10s %10s %8s %8s%n",
                "", "known ms", "unknown ms", "ratio", "p99 known", "p99 unkn.", "ratio", "p");
        boolean isSame = true;
        for (var route : ROUTES) isSame &= measurement.compare(route, pairs);
        if (!isSame) System.exit(1);
    }

    private boolean compare(String route, int pairs) {
        for (int i = 0; i < WARM_UP; i++) time(route, i % 2 == 0 ? KNOWN : UNKNOWN);
        var known = new double[pairs];
        var unknown = new double[pairs];
        for (int i = 0; i < pairs; i++) {
            boolean isKnownFirst = random.nextBoolean();
            if (isKnownFirst) known[i] = time(route, KNOWN);
            unknown[i] = time(route, UNKNOWN);
            if (!isKnownFirst) known[i] = time(route, KNOWN);
        }
        double p = mannWhitney(known, unknown);
        Arrays.sort(known);
        Arrays.sort(unknown);
        double[] medians = {at(known, 0.5), at(unknown, 0.5)};
        double[] slowest = {at(known, 0.99), at(unknown, 0.99)};
        System.out.printf(
                "%-20s %12.3f %12.3f %8.3f %10.3f %10.3f %8.3f %8.4f%n",
                route,
                medians[0],
                medians[1],
                medians[0] / medians[1],
                slowest[0],
                slowest[1],
                slowest[0] / slowest[1],
                p);
        return isWithin(medians, 0.03) && isWithin(slowest, 0.15) && p >= 0.001;
    }

    private static boolean isWithin(double[] two, double part) {
        double difference = Math.abs(two[0] - two[1]);
        return difference <= 2 || difference <= part * Math.max(two[0], two[1]);
    }

    private static double at(double[] sorted, double part) {
        return sorted[(int) Math.min(sorted.length - 1L, Math.round(part * sorted.length))];
    }

    /** Two-sided, by the normal approximation, which is good for hundreds of values; equal values share a rank. */
    private static double mannWhitney(double[] one, double[] two) {
        var all = new ArrayList<double[]>();
        for (double value : one) all.add(new double[] {value, 1});
        for (double value : two) all.add(new double[] {value, 0});
        all.sort((a, b) -> Double.compare(a[0], b[0]));
        double ranks = 0;
        for (int from = 0; from < all.size(); ) {
            int to = from;
            while (to < all.size() && all.get(to)[0] == all.get(from)[0]) to++;
            for (int i = from; i < to; i++) ranks += all.get(i)[1] * (from + 1 + to) / 2.0;
            from = to;
        }
        double n = one.length;
        double m = two.length;
        double u = ranks - n * (n + 1) / 2;
        double z = (u - n * m / 2) / Math.sqrt(n * m * (n + m + 1) / 12);
        return 2 * (1 - normal(Math.abs(z)));
    }

    /** The distribution function, to seven digits (Abramowitz and Stegun, 26.2.17). */
    private static double normal(double z) {
        double t = 1 / (1 + 0.2316419 * z);
        double series =
                t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        return 1 - Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * series;
    }

    // --- a browser ---

    /** Each visitor is new, and only the last request is measured. */
    private double time(String route, String email) {
        var visitor = csrf();
        var post = post(route, visitor, email, WRONG);
        long start = System.nanoTime();
        var answer = auth.handle(post);
        double time = (System.nanoTime() - start) / MILLISECOND;
        if (answer.status() != 302) throw new IllegalStateException(route + " responded with " + answer.status());
        return time;
    }

    private void signUp() {
        var visitor = csrf();
        var answer = auth.handle(post("/signup", visitor, KNOWN, PASSWORD));
        var opened = Request.get(links.getLast()).header("cookie", visitor.cookies + "; " + cookies(answer));
        if (!cookies(auth.handle(opened)).contains("session-token")) {
            throw new IllegalStateException("the sign-up did not work");
        }
    }

    private record Visitor(String token, String cookies) {}

    private Visitor csrf() {
        var answer = auth.handle(Request.get(URL + "/auth/csrf"));
        var token = Json.parseObject(answer.text(), 2).text("csrfToken");
        return new Visitor(Objects.requireNonNull(token), cookies(answer));
    }

    private static Request post(String route, Visitor visitor, String email, String password) {
        var fields = Map.of("csrfToken", visitor.token, "email", email, "password", password, "name", "Ann");
        return Request.post(URL + "/auth" + route, "application/x-www-form-urlencoded", Form.encode(fields))
                .header("origin", URL)
                .header("cookie", visitor.cookies);
    }

    private static String cookies(Response answer) {
        return answer.headers().all("set-cookie").stream()
                .map(line -> line.substring(0, line.indexOf(';')))
                .collect(Collectors.joining("; "));
    }
}
