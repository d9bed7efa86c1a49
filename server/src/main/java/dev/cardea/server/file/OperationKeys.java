package dev.cardea.server.file;

import dev.cardea.recorder.RecorderOptions;
import dev.cardea.server.file.Operation.Management;
import dev.cardea.server.http.HttpLimits;
import dev.cardea.server.http.TlsCertificate;
import dev.cardea.server.log.LogSettings;
import dev.cardea.server.log.RequestLog;
import dev.cardea.server.outbound.Outbound;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The keys {@code management}, {@code shutdown}, {@code limits}, {@code tls}, {@code outbound} and {@code recorder}. */
final class OperationKeys {
    private static final int DEFAULT_HOOK_CALLS = 64;
    private static final int MIN_TOKEN = 16;

    private static final Key MANAGEMENT_PORT =
            Key.number("port", "9464", "The port of the second listener; 0 picks a free one.", 0, 65_535);

    static final Key MANAGEMENT = Key.group(
                    "management",
                    "A second listener, for probes and monitoring.",
                    Key.text("host", "127.0.0.1", "The IP address of the second listener."),
                    MANAGEMENT_PORT,
                    Key.secret("token", "The bearer token for endpoints that show visitors' sign-ins."))
            .restart();

    private static final Key DELAY =
            Key.number("delay", "0", "Seconds between SIGTERM and the end of the listener.", 0, 600);

    static final Key SHUTDOWN = Key.group("shutdown", "How the process stops.", DELAY);

    private static final Key BODY_BYTES = Key.number(
            "bodyBytes", "65536", "The size of a request's body in bytes; larger ones get 413.", 1_024, 16_777_216);
    private static final Key HEAD_BYTES = Key.number(
            "headBytes", "98304", "The size of a request's head in bytes; larger ones get 431.", 8_192, 1_048_576);
    private static final Key HEAD_FIELDS =
            Key.number("headFields", "200", "The number of header fields; requests with more get 431.", 20, 10_000);
    private static final Key HEAD_TIMEOUT =
            Key.number("headTimeout", "15000", "Milliseconds to wait for the head of a request.", 100, 600_000);
    private static final Key BODY_TIMEOUT = Key.number(
            "bodyTimeout", "10000", "Milliseconds to wait for the body of a request; then 408.", 100, 600_000);
    private static final Key IDLE_TIMEOUT =
            Key.number("idleTimeout", "30000", "Milliseconds until an idle connection is closed.", 100, 600_000);
    private static final Key CONNECTIONS = Key.number(
            "connections",
            null,
            "Connections at the same time; by default as many as fit in three quarters of the heap.",
            10,
            100_000);
    private static final Key REQUESTS =
            Key.number("requests", "256", "Requests at the same time; more get 503.", 1, 100_000);
    private static final Key HOOK_CALLS =
            Key.number("hookCalls", "64", "Calls to the application at the same time; more have to wait.", 1, 10_000);

    static final Key LIMITS = Key.group(
                    "limits",
                    "What clients may send, and how much happens at the same time.",
                    BODY_BYTES,
                    HEAD_BYTES,
                    HEAD_FIELDS,
                    HEAD_TIMEOUT,
                    BODY_TIMEOUT,
                    IDLE_TIMEOUT,
                    CONNECTIONS,
                    REQUESTS,
                    HOOK_CALLS)
            .restart();

    private HttpLimits limits = HttpLimits.DEFAULT;
    private int hookCalls = DEFAULT_HOOK_CALLS;
    private Duration shutdownDelay = Duration.ZERO;
    private @Nullable Management management;
    private final LogSettings log;
    private @Nullable TlsCertificate tls;
    private Outbound outbound = Outbound.NONE;
    private RecorderOptions recorder = RecorderOptions.DEFAULT;

    private OperationKeys(LogSettings log) {
        this.log = log;
    }

    static OperationKeys read(Section file, LogSettings log) {
        var keys = new OperationKeys(log);
        file.section("management", keys::management);
        file.section(
                "shutdown",
                section ->
                        section.number(DELAY).ifPresent(seconds -> keys.shutdownDelay = Duration.ofSeconds(seconds)));
        file.section("limits", keys::limits);
        file.section("tls", section -> keys.tls = TlsKeys.read(section));
        file.section("outbound", section -> keys.outbound = OutboundKeys.read(section));
        keys.recorder = RecorderKeys.read(file);
        return keys;
    }

    /** @param requests of the configuration that is built */
    Operation operation(RequestLog requests) {
        return new Operation(management, shutdownDelay, limits, log, tls, outbound, recorder, requests);
    }

    RecorderOptions recorder() {
        return recorder;
    }

    LogSettings log() {
        return log;
    }

    @Nullable Management management() {
        return management;
    }

    HttpLimits limits() {
        return limits;
    }

    /** Of the application, in progress at a time. */
    int hookCalls() {
        return hookCalls;
    }

    private void management(Section section) {
        var host = section.text("host").orElse("127.0.0.1");
        long port = section.number(MANAGEMENT_PORT).orElse(9_464L);
        var token = section.secret("token");
        if (token.filter(it -> it.length() < MIN_TOKEN).isPresent()) {
            section.wrong("token", "must have at least " + MIN_TOKEN + " characters; cardea secret prints a good one");
        }
        management = new Management(host, (int) port, token.orElse(null));
    }

    private void limits(Section section) {
        section.number(BODY_BYTES).ifPresent(n -> limits = limits.bodyBytes(n.intValue()));
        section.number(HEAD_BYTES).ifPresent(n -> limits = limits.headBytes(n.intValue()));
        section.number(HEAD_FIELDS).ifPresent(n -> limits = limits.headFields(n.intValue()));
        section.number(HEAD_TIMEOUT).ifPresent(n -> limits = limits.headTimeout(Duration.ofMillis(n)));
        section.number(BODY_TIMEOUT).ifPresent(n -> limits = limits.bodyTimeout(Duration.ofMillis(n)));
        section.number(IDLE_TIMEOUT).ifPresent(n -> limits = limits.idleTimeout(Duration.ofMillis(n)));
        section.number(REQUESTS).ifPresent(n -> limits = limits.requests(n.intValue()));
        section.number(HOOK_CALLS).ifPresent(n -> hookCalls = n.intValue());
        limits = section.number(CONNECTIONS)
                .map(n -> limits.connections(n.intValue()))
                .orElseGet(limits::affordableConnections);
    }
}
