package dev.cardea.hooks;

import dev.cardea.error.ApplicationUnavailableException;
import dev.cardea.json.Claims;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One deployment of the application: what it says that it has, and the calls to it. Safe for concurrent use; requests that
 * wait for a description share one call.
 */
final class HookedApplication {
    /** A description is asked for again after this time. */
    static final Duration AGE = Duration.ofSeconds(60);
    /** Without a description, requests ask for one no more often than this. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final String REQUEST_ID = "X-Request-Id";
    private static final String TRACEPARENT = "traceparent";

    private static final System.Logger LOG = System.getLogger("dev.cardea.hooks");

    private final HookSettings settings;
    private final HookClient client;
    private final Set<String> needed;
    private final SeenCallbacks seen;
    private final Clock clock;
    private final @Nullable String guarded;
    private final Randomness randomness = Randomness.secure();
    private final AtomicReference<@Nullable CompletableFuture<HookRegistration>> asking = new AtomicReference<>();

    private volatile HookRegistration registration;
    private volatile Instant askedAt = Instant.MIN;
    private volatile Instant provenAt = Instant.MIN;
    private volatile Instant usedAt;
    private final Instant createdAt;
    private volatile @Nullable String reported;

    /**
     * @param needed callbacks without which a provider of the configuration does not work
     * @param seen what each address had since the process started
     * @param guarded the origin at which only {@code describe} is sent before the application there has shown that it holds
     *     the secret; {@code null}: it need not show it
     */
    HookedApplication(
            HookSettings settings,
            HookClient client,
            Set<String> needed,
            SeenCallbacks seen,
            Clock clock,
            @Nullable String guarded) {
        this.settings = settings;
        this.client = client;
        this.needed = needed;
        this.seen = seen;
        this.clock = clock;
        this.guarded = guarded;
        registration = HookRegistration.of(settings, seen.at(client.url()));
        createdAt = clock.instant();
        usedAt = createdAt;
    }

    String url() {
        return client.url();
    }

    /** When a request last concerned it. */
    Instant usedAt() {
        return usedAt;
    }

    void use() {
        usedAt = clock.instant();
    }

    HookRegistration registration() {
        return registration;
    }

    /** When it was last asked what it has; empty before. */
    Optional<Instant> askedAt() {
        return Optional.of(askedAt).filter(at -> !at.equals(Instant.MIN));
    }

    /**
     * The headers of an event that this thread's request caused, which is sent later by another thread.
     *
     * @param name such as {@code events/signIn}
     */
    Map<String, String> headersOfEvent(String name, String id) {
        var headers = new LinkedHashMap<String, String>();
        headers.put(HookSigner.EVENT_ID, id);
        headers.putAll(headersOfRequest(name));
        return headers;
    }

    private Map<String, String> headersOfRequest(String name) {
        var headers = new LinkedHashMap<String, String>();
        settings.requestId().get().ifPresent(request -> headers.put(REQUEST_ID, request));
        settings.traceparent().apply(name).ifPresent(trace -> headers.put(TRACEPARENT, trace));
        return headers;
    }

    /** Asks what it has. Never throws; one call at a time, which all wait for. */
    HookRegistration describe() {
        var mine = new CompletableFuture<HookRegistration>();
        var running = asking.compareAndExchange(null, mine);
        if (running != null) return joined(running);
        try {
            var before = registration;
            var next = next(before);
            registration = next;
            askedAt = clock.instant();
            if (next.failure() == null) provenAt = askedAt;
            report(before, next);
            mine.complete(next);
            return next;
        } catch (RuntimeException | Error e) {
            mine.completeExceptionally(e);
            throw e;
        } finally {
            asking.set(null);
        }
    }

    /** @throws ApplicationUnavailableException where sign-ins have to wait for it, or for its developer */
    void requireReady() {
        var now = settle(true);
        if (!now.isKnown()) {
            throw unavailable("hasn't described its hooks: " + now.failure());
        }
        if (guarded != null && !isProven()) throw unavailable("hasn't proven that it has the secret: " + now.failure());
        if (!now.errors().isEmpty()) {
            throw new ApplicationUnavailableException(String.join(". ", now.errors()), null);
        }
    }

    /**
     * Whether it answers this callback; {@code false}: the default decides.
     *
     * @throws HookException where that is unknown, or it had the callback before
     */
    boolean answers(String callback) {
        var now = settle(false);
        var name = "callbacks/" + callback;
        if (!now.isKnown()) throw new HookException(name, "is unknown: " + now.failure(), null);
        if (now.lost().contains(callback)) throw new HookException(name, "existed before and doesn't any longer", null);
        return now.callbacks().contains(callback);
    }

    /** As {@link #answers}, without asking or failing. */
    boolean mayAnswer(String callback) {
        var now = registration;
        return !now.isKnown() || now.callbacks().contains(callback);
    }

    /** Whether it gets this event. As long as that is unknown it gets what happens rarely. */
    boolean hears(String event) {
        var now = registration;
        boolean isUnknown = settings.events() == null && !now.isProven();
        return now.events().contains(event) || (isUnknown && !event.equals("session"));
    }

    /**
     * @throws HookException without a whole answer in time, or if the application has not shown that it holds the
     * secret
     */
    HookAnswerReader.Answer post(String name, byte[] body, Map<String, String> headers) {
        if (guarded != null && !isProven() && describe().failure() != null) {
            throw new HookException(name, "isn't sent: the application hasn't proven that it has the secret", null);
        }
        // An event has them since it was published.
        if (headers.containsKey(HookSigner.EVENT_ID)) return client.post(name, body, headers);
        var all = new LinkedHashMap<>(headers);
        all.putAll(headersOfRequest(name));
        return client.post(name, body, all);
    }

    private boolean isProven() {
        return Duration.between(provenAt, clock.instant()).compareTo(AGE) <= 0;
    }

    /**
     * What is known, asked for first where that does not do, or is old.
     *
     * @param compares whether names that the settings list are compared with it
     */
    private HookRegistration settle(boolean compares) {
        var now = registration;
        var age = Duration.between(askedAt, clock.instant());
        boolean waits = !now.isKnown()
                || (guarded != null && !isProven())
                || (compares && !now.errors().isEmpty());
        boolean isOld = age.compareTo(AGE.multipliedBy(2)) > 0 && (compares || settings.callbacks() == null);
        return (waits && age.compareTo(PAUSE) > 0) || isOld ? describe() : now;
    }

    private HookRegistration next(HookRegistration before) {
        try {
            var nonce = randomness.hex(16);
            var body = Claims.of("nonce", nonce).toJson().getBytes(StandardCharsets.UTF_8);
            var answer = client.post("describe", body, Map.of());
            if (answer.status() == 204 || answer.status() == 404 || answer.status() == 405) {
                return before.undescribed(settings);
            }
            if (answer.status() == 401) return before.failed("it rejects the signature; the secrets differ");
            if (answer.status() != 200) return before.failed("it responded to describe with status " + answer.status());
            if (!client.hasSigned(answer, nonce)) {
                return before.failed("its description is not signed with the secret");
            }
            var description = HookAnswer.parsed("describe", answer.body());
            if (guarded != null && !guarded.equals(description.text("origin"))) {
                return before.failed(elsewhere(description.text("origin")));
            }
            var names = HookRegistration.Names.of(description);
            seen.add(client.url(), names.knownCallbacks());
            return before.described(names, settings, needed, client.url());
        } catch (HookException e) {
            return before.failed(String.valueOf(e.getMessage()));
        }
    }

    /** An attacker who owns a matching name can pass the question on to a deployment that holds the secret. */
    private String elsewhere(@Nullable String origin) {
        if (origin == null) return "its description has no origin; update the packages of the site";
        return "its description is signed for " + origin + ", but Cardea called " + guarded
                + "; set the site's AUTH_URL";
    }

    /** Says once what changed. */
    private void report(HookRegistration before, HookRegistration now) {
        if (!now.errors().equals(before.errors()))
            now.errors().forEach(line -> LOG.log(System.Logger.Level.ERROR, line));
        if (!now.warnings().equals(before.warnings())) {
            now.warnings().forEach(line -> LOG.log(System.Logger.Level.WARNING, line));
        }
        var failure = now.failure();
        if (failure == null || now.isKnown() || failure.equals(reported) || isStarting()) return;
        reported = failure;
        LOG.log(
                System.Logger.Level.WARNING,
                "sign-ins return 503 until the application at " + client.url() + " describes its hooks: " + failure);
    }

    private boolean isStarting() {
        return clock.instant().isBefore(createdAt.plus(settings.startPeriod()));
    }

    private static HookRegistration joined(CompletableFuture<HookRegistration> running) {
        try {
            return running.join();
        } catch (CompletionException e) {
            throw new HookException("describe", "failed", e);
        }
    }

    private ApplicationUnavailableException unavailable(String why) {
        return new ApplicationUnavailableException("the application at " + client.url() + " " + why, null);
    }
}
