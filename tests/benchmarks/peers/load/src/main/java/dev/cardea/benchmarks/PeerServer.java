package dev.cardea.benchmarks;

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
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A peer that runs: it is warmed up, measured and ended. */
final class PeerServer implements AutoCloseable {
    private static final Pattern REQUESTS = Pattern.compile("Requests/sec:\\s*([0-9.]+)");
    private static final Pattern SLOWEST = Pattern.compile("99%\\s+([0-9.]+)(us|ms|s)");
    private static final Pattern ERRORS = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");
    /** As long as the tokens that Cardea's rows send. */
    private static final int TOKEN = 435;

    private static final int WARM_UP_STEP = 3;
    /** Servers on the JVM mostly need less than half of it. */
    private static final int WARM_UP_MOST = 60;
    /** Where the JVM compiles for less than this part of the time, twice in a row, it is warm. */
    private static final double QUIET = 0.08;

    private final Peer peer;
    private final Process process;
    /** {@code null} where the peer needs none. */
    private final Process helper;
    private final Cpu cpu;
    private final String address;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final double startSeconds;

    PeerServer(Peer peer) throws Exception {
        this.peer = peer;
        int port = freePort();
        int helperPort = freePort();
        address = "http://127.0.0.1:" + port;
        var log = Files.createTempFile("cardea-peer", ".log");
        log.toFile().deleteOnExit();
        helper = peer.helper().isEmpty() ? null : start(peer.helper(), port, helperPort, log);
        long begin = System.nanoTime();
        process = start(peer.command(), port, helperPort, log);
        cpu = new Cpu(process.pid());
        awaitAnswer(log);
        startSeconds = (System.nanoTime() - begin) / 1e9;
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private static Process start(List<String> command, int port, int helper, Path log) throws IOException {
        var words = command.stream()
                .map(word -> word.replace("PORT", String.valueOf(port)).replace("HELPER", String.valueOf(helper)))
                .toList();
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("PORT", String.valueOf(port));
        builder.environment().put("HELPER", String.valueOf(helper));
        builder.environment().put("MANAGEMENT", String.valueOf(freePort()));
        return builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
    }

    private void awaitAnswer(Path log) throws Exception {
        while (true) {
            try {
                get(peer.path(), "");
                return;
            } catch (IOException e) {
                if (!process.isAlive()) throw new IllegalStateException(Files.readString(log));
                Thread.sleep(20);
            }
        }
    }

    double startSeconds() {
        return startSeconds;
    }

    double residentMegabytes() throws IOException {
        return cpu.residentMegabytes();
    }

    /** The header that a signed-in user sends. */
    String signIn() throws Exception {
        return switch (peer.door()) {
            case NONE -> "X-None: 1";
            case COOKIE -> "Cookie: authjs.session-token=" + "x".repeat(TOKEN);
            case BEARER -> "Authorization: Bearer " + get("/token", "").body();
            case FORM -> "Cookie: " + cookies(post("/login", "username=ada&password=secret", ""));
            case PAC4J -> "Cookie: " + cookies(post("/login", "", ""));
            case BETTER_AUTH -> "Cookie: " + cookies(betterAuth());
            case CARDEA -> "Cookie: " + cookies(authjs());
        };
    }

    private HttpResponse<String> authjs() throws Exception {
        var form = credentialsForm();
        var answer = post("/auth/callback/credentials", form.body, form.cookies);
        if (!cookies(answer).contains("session-token")) throw new IllegalStateException(peer.name() + " signs no user in");
        return answer;
    }

    /** What a sign-in page holds and sets. */
    private record Form(String body, String cookies) {}

    private Form credentialsForm() throws Exception {
        var csrf = get("/auth/csrf", "");
        String token = csrf.body().replaceAll(".*:\\s*\"([^\"]+)\".*", "$1");
        String body = "username=ada&password=secret&csrfToken=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
        return new Form(body, cookies(csrf));
    }

    private HttpResponse<String> betterAuth() throws Exception {
        var answer = json("/auth/sign-in/email", "{\"email\":\"ada@example.com\",\"password\":\"password1234\"}");
        return answer.statusCode() == 200
                ? answer
                : json(
                        "/auth/sign-up/email",
                        "{\"name\":\"ada\",\"email\":\"ada@example.com\",\"password\":\"password1234\"}");
    }

    /** Until the JVM has hardly anything left to compile. */
    void warmUp(String credential) throws Exception {
        warmUp(peer.helper().isEmpty() ? WARM_UP_MOST : 2 * WARM_UP_MOST, () -> wrk(credential, WARM_UP_STEP));
    }

    /** As {@link #warmUp}, with many visitors at once, as one alone does little in the time. */
    void warmUpSignIns() throws Exception {
        if (peer.door() == Peer.Login.CARDEA) {
            var script = Files.createTempFile("cardea-sign-in", ".lua");
            Files.writeString(script, lua(credentialsForm()));
            var address = this.address + "/auth/callback/credentials";
            warmUp(WARM_UP_MOST, () -> run(List.of("wrk", "-t1", "-c16", "-d3s", "-s", script.toString(), address)));
            Files.delete(script);
        }
        var visitors = Executors.newFixedThreadPool(4);
        try {
            warmUp(WARM_UP_MOST / 2, () -> visitors.invokeAll(Collections.nCopies(4, () -> signIns(WARM_UP_STEP))));
        } finally {
            visitors.shutdown();
        }
    }

    private String lua(Form form) {
        return """
                wrk.method = "POST"
                wrk.body = "%s"
                wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
                wrk.headers["Cookie"] = "%s"
                wrk.headers["Origin"] = "%s"
                """.formatted(form.body, form.cookies, address);
    }

    private void warmUp(int most, Callable<?> step) throws Exception {
        int quiet = 0;
        for (int seconds = 0; seconds < most && quiet < 2; seconds += WARM_UP_STEP) {
            var before = cpu.times();
            step.call();
            var after = cpu.times();
            double share = (after.compiler() - before.compiler()) / (double) Math.max(1, after.all() - before.all());
            quiet = share < QUIET ? quiet + 1 : 0;
        }
    }

    /** Signs in for so long, one after the other. */
    Round signIns(int seconds) throws Exception {
        var before = cpu.times();
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
        double perSecond = count / ((System.nanoTime() - begin) / 1e9);
        return cpu.times().round(before, count, perSecond, sorted[sorted.length * 99 / 100] / 1e6);
    }

    /** Asks for the page with sixteen connections at once. */
    Round wrk(String header, int seconds) throws Exception {
        var before = cpu.times();
        var command = new ArrayList<>(List.of("wrk", "-t1", "-c16", "-d" + seconds + "s", "--latency", "-H", header));
        command.add(address + peer.path());
        var said = run(command);
        var after = cpu.times();
        double perSecond = number(said);
        return after.round(before, perSecond * seconds, perSecond, millis(said));
    }

    private String run(List<String> command) throws Exception {
        var program = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        program.waitFor();
        if (ERRORS.matcher(said).find()) throw new IllegalStateException(peer.name() + ":\n" + said);
        return said;
    }

    private static double number(String text) {
        var found = REQUESTS.matcher(text);
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
        if (helper == null) return;
        helper.destroy();
        helper.waitFor();
    }
}
