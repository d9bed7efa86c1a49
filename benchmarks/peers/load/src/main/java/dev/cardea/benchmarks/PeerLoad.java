package dev.cardea.benchmarks;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * {@code GET /me} of a signed-in user, whole sign-ins, start and memory: Cardea on its hosts, and peers that do the same
 * work. One server runs at a time; rounds alternate; medians count. {@code benchmarks/run-peers} builds and starts it.
 */
public final class PeerLoad {
    private static final int ROUNDS = 5;
    private static final int WARM_UP_SECONDS = 10;
    private static final int MEASURED_SECONDS = 5;
    private static final int SIGN_IN_SECONDS = 4;
    private static final Pattern REQUESTS = Pattern.compile("Requests/sec:\\s*([0-9.]+)");
    private static final Pattern SLOWEST = Pattern.compile("99%\\s+([0-9.]+)(us|ms|s)");
    private static final Pattern ERRORS = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");
    private static final long TICK_MICROS = 10_000;

    private PeerLoad() {}

    /** How a visitor of a peer signs in. */
    private enum Door {
        NONE,
        CARDEA,
        FORM,
        BEARER,
        PAC4J,
        BETTER_AUTH
    }

    /**
     * A server to measure.
     *
     * @param path that is asked as a signed-in user
     */
    private record Peer(String name, Door door, String path, List<String> command) {}

    /** What one round found. */
    private record Round(double perSecond, double cpuMicros, double slowestMillis) {}

    /** @param arguments {@code --rounds 5 --only part-of-a-name} */
    public static void main(String[] arguments) throws Exception {
        int rounds = ROUNDS;
        String only = "";
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--rounds")) rounds = Integer.parseInt(arguments[++i]);
            else if (arguments[i].equals("--only")) only = arguments[++i];
        }
        try (var postgres = EmbeddedPostgres.start()) {
            var all = new ArrayList<Peer>();
            for (var peer : peers(postgres)) if (peer.name.contains(only)) all.add(peer);
            versions();
            measure(all, rounds);
        }
    }

    private static List<Peer> peers(EmbeddedPostgres postgres) throws Exception {
        var peers = new ArrayList<Peer>();
        String secret = "--cardea.secret=3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-benchmarks";
        String without = "--spring.autoconfigure.exclude="
                + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration";
        peers.add(boot("Boot, no security", Door.NONE, "boot"));
        peers.add(boot("Boot + Cardea, token", Door.CARDEA, "boot-cardea", secret, "--cardea.trust-host=true", without));
        peers.add(boot(
                "Boot + Cardea, database",
                Door.CARDEA,
                "boot-cardea",
                secret,
                "--cardea.trust-host=true",
                "--cardea.session.strategy=database",
                "--cardea.jdbc.migrate-on-start=true",
                source(postgres, "cardea"),
                "--spring.datasource.username=postgres"));
        peers.add(boot("Boot + Spring Security, HttpSession", Door.FORM, "boot-security"));
        peers.add(boot(
                "Boot + Spring Session JDBC",
                Door.FORM,
                "boot-session",
                source(postgres, "spring"),
                "--spring.datasource.username=postgres"));
        peers.add(boot("Boot + resource server, RS256", Door.BEARER, "boot-security", "--peer.mode=jwt"));
        peers.add(java("Javalin", Door.NONE, "/me", "javalin", "plain"));
        peers.add(java("Javalin + Cardea, token", Door.CARDEA, "/me", "javalin", "cardea"));
        peers.add(java("Javalin + pac4j, session", Door.PAC4J, "/me", "javalin", "pac4j"));
        peers.add(java("JDK + Cardea, token", Door.CARDEA, "/me", "jdk", "plain"));
        peers.add(java("JDK + Cardea, token, nodelay", Door.CARDEA, "/me", "jdk", "nodelay"));
        peers.add(node("@auth/core, token, /auth/session", Door.CARDEA, "/auth/session", "authjs.mjs"));
        peers.add(java("JDK + Cardea, /auth/session", Door.CARDEA, "/auth/session", "jdk", "nodelay"));
        peers.add(node("better-auth, PostgreSQL", Door.BETTER_AUTH, "/me", "better-auth.mjs", database(postgres, "better1"), "rows"));
        peers.add(node(
                "better-auth, cookie cache", Door.BETTER_AUTH, "/me", "better-auth.mjs", database(postgres, "better2"), "cache"));
        return peers;
    }

    private static Peer boot(String name, Door door, String module, String... settings) {
        var command = new ArrayList<>(java(module));
        command.add("--server.port=PORT");
        command.add("--server.address=127.0.0.1");
        command.add("--spring.main.banner-mode=off");
        command.addAll(List.of(settings));
        return new Peer(name, door, "/me", command);
    }

    private static Peer java(String name, Door door, String path, String module, String kind) {
        var command = new ArrayList<>(java(module));
        command.add(kind);
        command.add("PORT");
        return new Peer(name, door, path, command);
    }

    private static List<String> java(String module) {
        String target = "peers/" + module + "/target/";
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                target + "classes:" + target + "lib/*",
                "peer.App");
    }

    private static Peer node(String name, Door door, String path, String file, String... arguments) {
        var command = new ArrayList<>(List.of("node", "peers/node/" + file, "PORT"));
        command.addAll(List.of(arguments));
        return new Peer(name, door, path, command);
    }

    private static String source(EmbeddedPostgres postgres, String name) throws Exception {
        create(postgres, name);
        if (name.equals("spring")) sessions(postgres);
        return "--spring.datasource.url=jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/" + name;
    }

    private static String database(EmbeddedPostgres postgres, String name) throws Exception {
        create(postgres, name);
        return "postgresql://postgres@127.0.0.1:" + postgres.getPort() + "/" + name;
    }

    private static void create(EmbeddedPostgres postgres, String name) throws Exception {
        try (var connection = postgres.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
    }

    /** The tables of Spring Session. */
    private static void sessions(EmbeddedPostgres postgres) throws Exception {
        try (var connection = postgres.getDatabase("postgres", "spring").getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create table spring_session (primary_id char(36) primary key, session_id char(36) not null,"
                    + " creation_time bigint not null, last_access_time bigint not null, max_inactive_interval int not"
                    + " null, expiry_time bigint not null, principal_name varchar(100))");
            statement.execute("create unique index spring_session_ix1 on spring_session (session_id)");
            statement.execute("create index spring_session_ix2 on spring_session (expiry_time)");
            statement.execute("create index spring_session_ix3 on spring_session (principal_name)");
            statement.execute("create table spring_session_attributes (session_primary_id char(36) not null references"
                    + " spring_session (primary_id) on delete cascade, attribute_name varchar(200) not null,"
                    + " attribute_bytes bytea not null, primary key (session_primary_id, attribute_name))");
        }
    }

    private static void versions() throws IOException {
        System.out.println("java " + System.getProperty("java.version") + ", processors "
                + Runtime.getRuntime().availableProcessors());
        var found = new TreeMap<String, String>();
        var wanted = Pattern.compile(
                "(spring-boot|spring-webmvc|spring-security-core|spring-session-jdbc|tomcat-embed-core|javalin|jetty-server"
                        + "|javalin-pac4j|pac4j-core|postgresql|HikariCP|cardea-core)-(\\d[^/]*)\\.jar");
        try (var files = Files.walk(Path.of("peers"))) {
            files.forEach(file -> {
                var jar = wanted.matcher(file.getFileName().toString());
                if (jar.matches()) found.put(jar.group(1), jar.group(2));
            });
        }
        for (var name : List.of("@auth/core", "better-auth", "pg")) {
            var text = Files.readString(Path.of("peers/node/node_modules", name, "package.json"));
            var version = Pattern.compile("\"version\":\\s*\"([^\"]+)\"").matcher(text);
            if (version.find()) found.put(name, version.group(1));
        }
        System.out.println(found.entrySet().stream()
                .map(it -> it.getKey() + " " + it.getValue())
                .collect(Collectors.joining(", ")));
    }

    private static void measure(List<Peer> peers, int rounds) throws Exception {
        var reads = new LinkedHashMap<Peer, List<Round>>();
        var signIns = new LinkedHashMap<Peer, List<Round>>();
        var starts = new LinkedHashMap<Peer, List<Double>>();
        var memory = new LinkedHashMap<Peer, List<Double>>();
        for (int round = 0; round < rounds; round++) {
            for (var peer : peers) {
                try (var server = new Running(peer)) {
                    starts.computeIfAbsent(peer, it -> new ArrayList<>()).add(server.startSeconds);
                    var credential = server.signIn();
                    server.wrk(credential, WARM_UP_SECONDS);
                    reads.computeIfAbsent(peer, it -> new ArrayList<>()).add(server.wrk(credential, MEASURED_SECONDS));
                    if (peer.door != Door.NONE && peer.door != Door.BEARER) {
                        server.signIns(SIGN_IN_SECONDS);
                        signIns.computeIfAbsent(peer, it -> new ArrayList<>()).add(server.signIns(SIGN_IN_SECONDS));
                    }
                    memory.computeIfAbsent(peer, it -> new ArrayList<>()).add(server.residentMegabytes());
                    System.err.println("round " + round + ": " + peer.name);
                }
            }
            System.out.printf("%n== %d rounds%n", round + 1);
            print("read as a signed-in user", reads);
            print("whole sign-ins, one after the other", signIns);
            System.out.printf("%n%-36s %9s %9s%n", "first answer, and memory after load", "s", "MB");
            for (var peer : peers) {
                System.out.printf("%-36s %9.2f %9.0f%n", peer.name, median(starts.get(peer)), median(memory.get(peer)));
            }
        }
    }

    /** The ratio is that of the processor's time to the first line's. */
    private static void print(String title, Map<Peer, List<Round>> all) {
        System.out.printf(
                "%n%-36s %9s %9s %15s %9s %7s%n", title, "per s", "CPU us", "(least-most)", "p99 ms", "ratio");
        double first = 0;
        for (var one : all.entrySet()) {
            var rounds = one.getValue();
            var cpu = rounds.stream().map(Round::cpuMicros).toList();
            if (first == 0) first = median(cpu);
            System.out.printf(
                    "%-36s %9.0f %9.0f %15s %9.1f %7.2f%n",
                    one.getKey().name,
                    median(rounds.stream().map(Round::perSecond).toList()),
                    median(cpu),
                    "(%.0f-%.0f)".formatted(cpu.stream().min(Double::compare).orElse(0.0), cpu.stream().max(Double::compare).orElse(0.0)),
                    median(rounds.stream().map(Round::slowestMillis).toList()),
                    median(cpu) / first);
        }
    }

    private static double median(List<Double> values) {
        var sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    /** A server that runs. */
    private static final class Running implements AutoCloseable {
        private final Peer peer;
        private final Process process;
        private final String address;
        private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        private final double startSeconds;

        Running(Peer peer) throws Exception {
            this.peer = peer;
            int port;
            try (var free = new ServerSocket(0)) {
                port = free.getLocalPort();
            }
            address = "http://127.0.0.1:" + port;
            var command = peer.command.stream().map(it -> it.replace("PORT", String.valueOf(port))).toList();
            var log = Files.createTempFile("cardea-peer", ".log").toFile();
            log.deleteOnExit();
            long begin = System.nanoTime();
            process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
            while (true) {
                try {
                    http.send(HttpRequest.newBuilder(URI.create(address + "/me")).build(), HttpResponse.BodyHandlers.discarding());
                    break;
                } catch (IOException e) {
                    if (!process.isAlive()) throw new IllegalStateException(Files.readString(log.toPath()));
                    Thread.sleep(20);
                }
            }
            startSeconds = (System.nanoTime() - begin) / 1e9;
        }

        /** The header that a signed-in user sends. */
        String signIn() throws Exception {
            switch (peer.door) {
                case NONE:
                    return "X-None: 1";
                case BEARER:
                    return "Authorization: Bearer " + get("/token", "").body();
                case FORM:
                    return "Cookie: " + cookies(post("/login", "username=ada&password=secret", ""));
                case PAC4J:
                    return "Cookie: " + cookies(post("/login", "", ""));
                case BETTER_AUTH:
                    var answer = json("/auth/sign-in/email", "{\"email\":\"ada@example.com\",\"password\":\"password1234\"}");
                    if (answer.statusCode() != 200) {
                        answer = json(
                                "/auth/sign-up/email",
                                "{\"name\":\"ada\",\"email\":\"ada@example.com\",\"password\":\"password1234\"}");
                    }
                    return "Cookie: " + cookies(answer);
                default:
                    var csrf = get("/auth/csrf", "");
                    String before = cookies(csrf);
                    String token = csrf.body().replaceAll(".*:\\s*\"([^\"]+)\".*", "$1");
                    String form = "username=ada&password=secret&csrfToken=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
                    String after = cookies(post("/auth/callback/credentials", form, before));
                    if (!after.contains("session-token")) throw new IllegalStateException(peer.name + " signs nobody in");
                    return "Cookie: " + after;
            }
        }

        /** Signs in for so long, one after the other. */
        Round signIns(int seconds) throws Exception {
            long cpu = cpuMicros();
            long begin = System.nanoTime();
            long end = begin + seconds * 1_000_000_000L;
            var times = LongStream.builder();
            int count = 0;
            for (long now = begin; now < end; count++) {
                signIn();
                long after = System.nanoTime();
                times.add(after - now);
                now = after;
            }
            var sorted = times.build().toArray();
            Arrays.sort(sorted);
            return new Round(
                    count / ((System.nanoTime() - begin) / 1e9),
                    (cpuMicros() - cpu) / (double) count,
                    sorted[sorted.length * 99 / 100] / 1e6);
        }

        Round wrk(String header, int seconds) throws Exception {
            long cpu = cpuMicros();
            var wrk = new ProcessBuilder(
                            "wrk", "-t1", "-c16", "-d" + seconds + "s", "--latency", "-H", header, address + peer.path)
                    .redirectErrorStream(true)
                    .start();
            var said = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            wrk.waitFor();
            double used = cpuMicros() - cpu;
            if (ERRORS.matcher(said).find()) throw new IllegalStateException(peer.name + ":\n" + said);
            double perSecond = number(REQUESTS, said);
            return new Round(perSecond, used / (perSecond * seconds), millis(said));
        }

        private static double number(Pattern pattern, String text) {
            var found = pattern.matcher(text);
            if (!found.find()) throw new IllegalStateException(text);
            return Double.parseDouble(found.group(1));
        }

        private static double millis(String text) {
            var found = SLOWEST.matcher(text);
            if (!found.find()) throw new IllegalStateException(text);
            double value = Double.parseDouble(found.group(1));
            return switch (found.group(2)) {
                case "us" -> value / 1_000;
                case "s" -> value * 1_000;
                default -> value;
            };
        }

        /** User and system time of the process so far. */
        private long cpuMicros() throws IOException {
            var stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
            var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_MICROS;
        }

        double residentMegabytes() throws IOException {
            for (var line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
                if (line.startsWith("VmRSS:")) return Double.parseDouble(line.replaceAll("\\D", "")) / 1024;
            }
            return 0;
        }

        private HttpResponse<String> get(String path, String cookies) throws Exception {
            return send(HttpRequest.newBuilder(URI.create(address + path)).GET(), cookies);
        }

        private HttpResponse<String> post(String path, String form, String cookies) throws Exception {
            return send(
                    HttpRequest.newBuilder(URI.create(address + path))
                            .header("Content-Type", "application/x-www-form-urlencoded")
                            .POST(HttpRequest.BodyPublishers.ofString(form)),
                    cookies);
        }

        private HttpResponse<String> json(String path, String body) throws Exception {
            return send(
                    HttpRequest.newBuilder(URI.create(address + path))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(body)),
                    "");
        }

        private HttpResponse<String> send(HttpRequest.Builder request, String cookies) throws Exception {
            if (!cookies.isEmpty()) request.header("Cookie", cookies);
            return http.send(request.header("Origin", address).build(), HttpResponse.BodyHandlers.ofString());
        }

        private static String cookies(HttpResponse<String> answer) {
            return answer.headers().allValues("set-cookie").stream()
                    .map(line -> line.substring(0, line.indexOf(';')))
                    .filter(pair -> !pair.endsWith("="))
                    .collect(Collectors.joining("; "));
        }

        @Override
        public void close() throws InterruptedException {
            process.destroy();
            process.waitFor();
        }
    }
}
