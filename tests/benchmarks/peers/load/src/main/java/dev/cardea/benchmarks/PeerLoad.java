package dev.cardea.benchmarks;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code GET /me} of a signed-in user, whole sign-ins, start and memory: Cardea on its hosts, and peers that do the same
 * work. One server runs at a time; rounds alternate; medians count. {@code tests/benchmarks/run-peers} builds and starts it. Exits
 * with 1 if a budget is missed.
 */
public final class PeerLoad {
    private static final int ROUNDS = 5;
    private static final int MEASURED_SECONDS = 5;
    private static final int SIGN_IN_SECONDS = 4;
    private static final String BEGIN = "<!-- run-peers -->";
    private static final String END = "<!-- end of run-peers -->";

    private PeerLoad() {}

    /** @param arguments {@code --rounds 5 --only part-of-a-name --markdown file --json file} */
    public static void main(String[] arguments) throws Exception {
        int rounds = ROUNDS;
        var only = new ArrayList<String>();
        Path markdown = null;
        Path json = null;
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            var value = arguments[i + 1];
            switch (arguments[i]) {
                case "--rounds" -> rounds = Integer.parseInt(value);
                case "--only" -> only.add(value);
                case "--markdown" -> markdown = Path.of(value);
                case "--json" -> json = Path.of(value);
                default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
            }
        }
        var results = new Results();
        try (var postgres = EmbeddedPostgres.start()) {
            var peers = new Peers(postgres)
                    .all().stream()
                            .filter(it -> only.isEmpty() || only.stream().anyMatch(it.name()::contains))
                            .toList();
            var versions = versions();
            System.out.println(versions);
            for (int round = 1; round <= rounds; round++) {
                for (var peer : peers) measure(peer, round, results);
                System.out.printf("%n== round %d of %d%n%s", round, rounds, results.text());
                if (markdown != null) write(markdown, versions + "\n\n" + results.markdown());
                if (json != null) Files.writeString(json, results.json());
            }
        }
        if (results.text().contains(Results.MISSED)) System.exit(1);
    }

    /** Writes between the marks of a file that has them, and otherwise the whole file. */
    private static void write(Path file, String text) throws IOException {
        var before = Files.exists(file) ? Files.readString(file) : "";
        int begin = before.indexOf(BEGIN);
        int end = before.indexOf(END);
        boolean isMarked = begin >= 0 && end > begin;
        Files.writeString(
                file,
                isMarked
                        ? before.substring(0, begin + BEGIN.length()) + "\n" + text + before.substring(end)
                        : text);
    }

    private static void measure(Peer peer, int round, Results results) throws Exception {
        try (var server = new PeerServer(peer)) {
            var credential = server.signIn();
            server.warmUp(credential);
            results.read(peer, server.wrk(credential, MEASURED_SECONDS));
            if (peer.hasSignIns()) {
                server.warmUpSignIns();
                results.signIn(peer, server.signIns(SIGN_IN_SECONDS));
            }
            results.start(peer, server.startSeconds(), server.residentMegabytes());
            System.err.println("round " + round + ": " + peer.name());
        }
    }

    private static String versions() throws IOException {
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
        return "Java " + System.getProperty("java.version") + ", processors "
                + Runtime.getRuntime().availableProcessors() + ", "
                + found.entrySet().stream()
                        .map(it -> it.getKey() + " " + it.getValue())
                        .collect(Collectors.joining(", "));
    }
}
