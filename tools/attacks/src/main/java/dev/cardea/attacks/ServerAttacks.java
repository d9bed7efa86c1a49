package dev.cardea.attacks;

import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.token.Secrets;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Requests at what is not for browsers: signed calls, the operator's endpoints, and malformed requests. */
final class ServerAttacks {
    static final List<AttackCase> ALL = List.of(
            AttackCase.anonymous(
                    "A45",
                    "calls over the bridge that are unsigned, old, repeated or signed for another path",
                    "status 401; the caller does not get what the site's own server gets",
                    "Let a proxy remove X-Cardea-Bridge from browsers' requests, and replace a secret that others know.",
                    ServerAttacks::bridge),
            AttackCase.anonymous(
                    "A46",
                    "calls of hooks that are unsigned, old or changed",
                    "status 401; no hook runs",
                    "Verify signature and time of each call, as the guide of hooks shows, and replace a secret that others know.",
                    ServerAttacks::hooks),
            AttackCase.anonymous(
                    "A47",
                    "the paths of management, development mode and traces, from outside",
                    "status 404, or a response of the application",
                    "Set management to a listener that the public network does not reach, and run no development mode.",
                    ServerAttacks::operatorsPaths),
            AttackCase.anonymous(
                    "A50",
                    "broken percent escapes and bearer values, and floods of headers and cookies",
                    "a status below 500, within a second",
                    "Update Cardea and the server in front of it, and limit the size of headers there.",
                    ServerAttacks::malformed));

    /** Of a path, what only the operator's answer contains. */
    private static final Map<String, Pattern> OPERATOR = new TreeMap<>(Map.of(
            "/metrics", Pattern.compile("\\bcardea_\\w+"),
            "/info", Pattern.compile("\"java\""),
            "/readyz", Pattern.compile("\"(store|checks)\""),
            "/traces/0123456789abcdef", Pattern.compile("no trace has this reference"),
            "/_cardea/inbox", Pattern.compile("<h2>Inbox</h2>"),
            "/_cardea", Pattern.compile("<h2>Inbox</h2>|Development mode|development mode")));

    private static final Duration SLOW = Duration.ofSeconds(1);

    private ServerAttacks() {}

    private static void bridge(Trial trial) throws IOException {
        var now = Instant.now();
        for (var value : List.of(
                "x",
                "v2.read." + now.getEpochSecond() + "." + "A".repeat(43),
                "v2.act." + now.getEpochSecond() + "." + "A".repeat(43),
                "v1.read." + now.getEpochSecond() + "." + "A".repeat(43))) {
            var call = Call.get(trial.site().route("/providers")).header(BridgeSigner.HEADER, value);
            rejected(trial, call, "a call without a valid signature was answered");
        }
        for (var secret : List.of("secret", "changeme", "0".repeat(32))) {
            rejected(
                    trial,
                    read(trial, secret, now),
                    "a call was answered that was signed with a secret anyone can guess");
        }
        if (isOff(trial)) return;
        var secrets = trial.site()
                .secrets()
                .orElseThrow(() -> Trial.notRun(
                        "unsigned calls were rejected; old and repeated ones need the secret of the site"));
        signed(trial, secrets, now);
    }

    private static void signed(Trial trial, Secrets secrets, Instant now) throws IOException {
        var secret = secrets.newest();
        // A site in JavaScript removes the header, so not even a valid call is answered from here.
        if (!isAnswered(trial.send(read(trial, secret, now)))) return;
        rejected(trial, read(trial, secret, now.minusSeconds(120)), "a call of two minutes ago was answered");
        rejected(trial, read(trial, secret, now.plusSeconds(120)), "a call of two minutes ahead was answered");
        var valid = read(trial, secret, now);
        var elsewhere = new Call(valid.method(), trial.site().route("/session"), valid.headers(), valid.body());
        rejected(trial, elsewhere, "a call that was signed for another path was answered");
        var once = act(trial, secret, now);
        trial.send(once);
        rejected(trial, once, "a single-use call was answered twice");
    }

    private static Call read(Trial trial, String secret, Instant at) {
        var target = trial.site().route("/providers");
        var request = Request.of("GET", trial.site().url().scheme(), target, Headers.NONE, new byte[0], null);
        return masked(trial, BridgeCalls.signed(secret, BridgeMode.READ, request, at));
    }

    private static Call act(Trial trial, String secret, Instant at) {
        var headers = Headers.of("Cookie", "cardea.once=" + UUID.randomUUID());
        var target = trial.site().route("/session");
        var request = Request.of("GET", trial.site().url().scheme(), target, headers, new byte[0], null);
        return masked(trial, BridgeCalls.signed(secret, BridgeMode.ACT, request, at));
    }

    private static Call masked(Trial trial, Call call) {
        trial.site().masks().add(BridgeCalls.signature(call));
        return call;
    }

    private static boolean isOff(Trial trial) throws IOException {
        var answer = trial.send(read(trial, "secret", Instant.now()));
        return answer.status() == 401 && answer.text().contains("the bridge is off");
    }

    private static void rejected(Trial trial, Call call, String seen) throws IOException {
        var answer = trial.send(call);
        if (isAnswered(answer)) trial.found(answer, seen);
    }

    /** Answers to the site's server have members that answers to browsers lack. */
    private static boolean isAnswered(Answer answer) {
        return answer.status() == 200
                && JsonAnswers.object(answer.text())
                        .filter(it -> it.has("core") || it.has("cookies") || it.has("body"))
                        .isPresent();
    }

    private static void hooks(Trial trial) throws IOException {
        var body = "{\"nonce\":\"" + UUID.randomUUID() + "\"}";
        var unsigned = trial.send(describe(trial, body));
        if (isDescribed(unsigned)) trial.found(unsigned, "an unsigned call was answered");
        else if (unsigned.status() != 401) throw Trial.noTarget("the site has no hooks below its base path");
        var now = Instant.now();
        for (var secret : List.of("secret", "changeme", "0".repeat(32))) {
            described(
                    trial,
                    signed(trial, body, secret, now),
                    "a secret anyone can guess signed a call that was answered");
        }
        var secrets = trial.site()
                .secrets()
                .orElseThrow(() ->
                        Trial.notRun("unsigned calls were rejected; old and changed ones need the secret of the site"));
        var secret = secrets.newest();
        if (!isDescribed(trial.send(signed(trial, body, secret, now)))) {
            throw Trial.notRun("a call with a valid signature was rejected; is this the secret of the site?");
        }
        described(trial, signed(trial, body, secret, now.minusSeconds(900)), "a call of 15 minutes ago was answered");
        described(trial, signed(trial, body, secret, now.plusSeconds(900)), "a call of 15 minutes ahead was answered");
        var valid = signed(trial, body, secret, now);
        var changed = new Call(
                valid.method(),
                valid.target(),
                valid.headers(),
                describe(trial, body + " ").body());
        described(trial, changed, "a call whose body was changed was answered");
    }

    private static Call describe(Trial trial, String body) {
        return Call.post(trial.site().route("/hooks/describe"), "application/json", body);
    }

    private static Call signed(Trial trial, String body, String secret, Instant at) {
        var call = describe(trial, body);
        var signature = HookCalls.signature(secret, "describe", call.body(), at);
        trial.site().masks().add(signature);
        return call.header(HookCalls.HEADER, signature);
    }

    private static void described(Trial trial, Call call, String seen) throws IOException {
        var answer = trial.send(call);
        if (isDescribed(answer)) trial.found(answer, seen);
    }

    /** The answer lists the hooks of the application. */
    private static boolean isDescribed(Answer answer) {
        return answer.status() == 200
                && JsonAnswers.object(answer.text())
                        .filter(it -> it.has("callbacks") || it.has("events"))
                        .isPresent();
    }

    private static void operatorsPaths(Trial trial) throws IOException {
        for (var entry : OPERATOR.entrySet()) {
            // What a visitor's proxy adds: without it, this machine may be the operator's own.
            var call = Call.get(entry.getKey())
                    .header("X-Forwarded-For", "203.0.113.7")
                    .header("X-Forwarded-Host", CsrfAttacks.EVIL);
            var answer = trial.send(call);
            var sign = entry.getValue().matcher(answer.text());
            boolean isDenied = answer.status() == 403 || answer.status() == 400;
            if (!isDenied && sign.find()) {
                trial.found(answer, answer.outcome() + " with " + sign.group() + " from outside");
            }
        }
    }

    private static void malformed(Trial trial) throws IOException {
        var usual = trial.send(Call.get(trial.site().route("/session"))).took();
        for (var call : malformedCalls(trial)) {
            var answer = trial.send(call);
            if (answer.status() >= 500 || answer.status() == Answer.SILENT) {
                trial.found(answer, answer.outcome());
                continue;
            }
            // The machine may have paused, so a slow answer counts only if it stays slow.
            for (int again = 0; again < 2 && isSlow(answer, usual); again++) answer = trial.send(call);
            if (isSlow(answer, usual))
                trial.found(answer, "an answer after " + answer.took().toMillis() + " ms");
        }
    }

    private static boolean isSlow(Answer answer, Duration usual) {
        return answer.took().compareTo(SLOW.plus(usual)) > 0;
    }

    private static List<Call> malformedCalls(Trial trial) {
        var site = trial.site();
        var session = Call.get(site.route("/session"));
        var many = IntStream.range(0, 600).mapToObj(i -> "c" + i + "=x").collect(Collectors.joining("; "));
        var flood = session;
        for (int i = 0; i < 300; i++) flood = flood.header("X-Flood-" + i, "x");
        return List.of(
                Call.get(site.route("/session%")),
                Call.get(site.route("/session%ZZ")),
                Call.get(site.route("/%E0%A4%A")),
                Call.get(site.route("/signin?callbackUrl=%")),
                Call.get(site.route("/signin?callbackUrl=%E0%A4%A&error=%ZZ")),
                Call.get(site.route("/callback/%c0%af?code=%&state=%ZZ")),
                session.header("Authorization", "Bearer %"),
                session.header("Authorization", "Bearer %E0%A4%A"),
                session.header("Authorization", "Bearer"),
                session.header("Authorization", "Bearer " + "x".repeat(6_000)),
                session.header("Cookie", site.sessionCookie() + "=%"),
                session.header("Cookie", site.sessionCookie() + "=%E0%A4%A; =; ; a"),
                session.header("Cookie", site.csrfCookie() + "=%ZZ|%"),
                session.header("Cookie", many),
                session.header("Cookie", site.sessionCookie() + "=" + "x".repeat(60_000)),
                session.header("X-Large", "x".repeat(100_000)),
                flood,
                Call.post(site.route("/signout"), "application/x-www-form-urlencoded", "csrfToken=%ff&=&%"),
                Call.post(site.route("/signout"), "application/json", "[".repeat(20_000)),
                Call.post(site.route("/session"), "application/json", "{\"data\":" + "{\"a\":".repeat(5_000)),
                Call.post(site.route("/signout"), "application/x-www-form-urlencoded", "a=1&".repeat(10_000)));
    }
}
