package dev.cardea.micrometer;

import java.util.List;

/** The meters, each with its labels. The page {@code docs/meters.md} is written from this list. */
enum MeterName {
    REQUESTS("cardea.requests", Kind.TIMER, "Requests for routes below the base path", "action", "method", "outcome"),
    REQUESTS_ACTIVE("cardea.requests.active", Kind.GAUGE, "Requests that are being handled"),
    SIGN_INS(
            "cardea.sign.ins",
            Kind.COUNTER,
            "Sign-ins that ended, with the error type of a failure",
            "provider",
            "type",
            "result",
            "reason",
            "new_user"),
    SIGN_OUTS("cardea.sign.outs", Kind.COUNTER, "Sign-outs", "strategy"),
    SESSIONS_READ("cardea.sessions.read", Kind.COUNTER, "Reads of a session", "strategy", "result"),
    SESSIONS_ISSUED("cardea.sessions.issued", Kind.COUNTER, "Session cookies that were issued", "strategy", "cause"),
    SESSIONS_CONFIRMED(
            "cardea.sessions.confirmed",
            Kind.COUNTER,
            "Checks with the store whether a session with a record still exists",
            "result"),
    SESSIONS_ENDED(
            "cardea.sessions.ended",
            Kind.COUNTER,
            "Sessions with a record that were ended before they expired, except by their own sign-out",
            "reason"),
    ERRORS("cardea.errors", Kind.COUNTER, "Errors in the log", "type"),
    REJECTIONS(
            "cardea.rejections",
            Kind.COUNTER,
            "Requests rejected for what a visitor sent; warnings in the log",
            "type"),
    RATE_LIMITED("cardea.rate.limited", Kind.COUNTER, "Requests that exhausted a budget", "budget"),
    PROVIDER_CALLS("cardea.provider.calls", Kind.TIMER, "Calls to providers", "provider", "endpoint", "result"),
    PROVIDER_CALLS_ACTIVE("cardea.provider.calls.active", Kind.GAUGE, "Calls to providers that are waiting"),
    STORE_CALLS("cardea.store.calls", Kind.TIMER, "Calls to the store", "store", "operation", "result"),
    STORE_CONNECTIONS("cardea.store.connections", Kind.GAUGE, "Connections to the store", "state"),
    HOOK_CALLS("cardea.hook.calls", Kind.TIMER, "Calls of callbacks and events in another process", "hook", "result"),
    HOOK_EVENTS_WAITING("cardea.hook.events.waiting", Kind.GAUGE, "Events that wait to be sent"),
    HOOK_EVENTS_DROPPED("cardea.hook.events.dropped", Kind.COUNTER, "Events that were dropped", "event"),
    MAILS("cardea.mails", Kind.TIMER, "Mails that were handed to a service", "service", "result"),
    PASSWORD_HASH("cardea.password.hash", Kind.TIMER, "Passwords that were hashed or verified", "algorithm"),
    PASSWORD_HASH_WAITING("cardea.password.hash.waiting", Kind.GAUGE, "Passwords that wait for memory"),
    SECRETS_USED("cardea.secrets.used", Kind.COUNTER, "Values that a secret opened or verified", "purpose", "position"),
    CLEANUP_ROWS(
            "cardea.cleanup.rows",
            Kind.COUNTER,
            "Expired rows that the server removed: sessions, links, and entries of used keys",
            "kind"),
    CLEANUP_LAST_SUCCESS(
            "cardea.cleanup.last.success",
            Kind.GAUGE_SECONDS,
            "Time of the last clean-up; before the first, of the start, in seconds since 1970"),
    CONFIG_RELOADS("cardea.config.reloads", Kind.COUNTER, "Changed configurations that were read", "result"),
    CONFIG_LOADED(
            "cardea.config.loaded", Kind.GAUGE_SECONDS, "Time of the configuration in force, in seconds since 1970"),
    RECORDER_TRACES(
            "cardea.recorder.traces", Kind.COUNTER, "Failed sign-ins that the recorder kept or dropped", "result"),
    MODULE_STEPS("cardea.module.steps", Kind.COUNTER, "Steps of modules that Cardea doesn't know", "step", "result"),
    CONNECTIONS("cardea.connections", Kind.GAUGE, "Connections to the server", "state"),
    INFO("cardea.info", Kind.GAUGE, "Always 1; the labels say what runs", "version", "java");

    private final String meter;
    private final Kind kind;
    private final String description;
    private final List<String> labels;

    MeterName(String meter, Kind kind, String description, String... labels) {
        this.meter = meter;
        this.kind = kind;
        this.description = description;
        this.labels = List.of(labels);
    }

    /** What a meter measures with. */
    enum Kind {
        TIMER("timer, seconds", "_seconds"),
        COUNTER("counter", "_total"),
        GAUGE("gauge", ""),
        GAUGE_SECONDS("gauge, seconds", "_seconds");

        private final String text;
        private final String suffix;

        Kind(String text, String suffix) {
            this.text = text;
            this.suffix = suffix;
        }

        String text() {
            return text;
        }
    }

    /** Returns the name in Micrometer. */
    String meter() {
        return meter;
    }

    /** Returns the name in Prometheus. */
    String prometheus() {
        return meter.replace('.', '_') + kind.suffix;
    }

    Kind kind() {
        return kind;
    }

    String description() {
        return description;
    }

    List<String> labels() {
        return labels;
    }
}
