package dev.cardea.server.file;

import dev.cardea.recorder.RecorderOptions;
import dev.cardea.server.file.Operation.Management;
import dev.cardea.server.http.Limits;
import dev.cardea.server.http.TlsCertificate;
import dev.cardea.server.log.LogSettings;
import dev.cardea.server.log.RequestLog;
import dev.cardea.server.outbound.Outbound;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The keys {@code management}, {@code shutdown}, {@code limits}, {@code tls}, {@code outbound} and {@code recorder}. */
final class OperationKeys {
    private static final int HOOK_CALLS = 64;
    private static final int MIN_TOKEN = 16;

    private Limits limits = Limits.DEFAULT;
    private int hookCalls = HOOK_CALLS;
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
                        section.number("delay").ifPresent(seconds -> keys.shutdownDelay = Duration.ofSeconds(seconds)));
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

    Limits limits() {
        return limits;
    }

    /** Of the application, in progress at a time. */
    int hookCalls() {
        return hookCalls;
    }

    private void management(Section section) {
        var host = section.text("host").orElse("127.0.0.1");
        long port = section.number("port").orElse(9_464L);
        var token = section.secret("token");
        if (token.filter(it -> it.length() < MIN_TOKEN).isPresent()) {
            section.wrong("token", "must have at least " + MIN_TOKEN + " characters; cardea secret prints a good one");
        }
        management = new Management(host, (int) port, token.orElse(null));
    }

    private void limits(Section section) {
        section.number("bodyBytes").ifPresent(n -> limits = limits.bodyBytes(n.intValue()));
        section.number("headBytes").ifPresent(n -> limits = limits.headBytes(n.intValue()));
        section.number("headFields").ifPresent(n -> limits = limits.headFields(n.intValue()));
        section.number("headTimeout").ifPresent(n -> limits = limits.headTimeout(Duration.ofMillis(n)));
        section.number("bodyTimeout").ifPresent(n -> limits = limits.bodyTimeout(Duration.ofMillis(n)));
        section.number("idleTimeout").ifPresent(n -> limits = limits.idleTimeout(Duration.ofMillis(n)));
        section.number("requests").ifPresent(n -> limits = limits.requests(n.intValue()));
        section.number("hookCalls").ifPresent(n -> hookCalls = n.intValue());
        limits = section.number("connections")
                .map(n -> limits.connections(n.intValue()))
                .orElseGet(limits::affordableConnections);
    }
}
