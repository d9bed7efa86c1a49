package dev.cardea.micrometer;

import dev.cardea.observe.Label;
import dev.cardea.observe.Observer;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times the steps of requests in a Micrometer registry.
 *
 * <pre>{@code
 * var meters = CardeaMeters.of(registry);
 * var auth = Auth.of(config.observer(meters));
 * }</pre>
 *
 * <p>Label values come from the configuration or from closed lists. No request can add a series: an unknown provider
 * counts as {@code unknown}, and providers beyond the first hundred count as {@code other}. Use one instance for each
 * registry. Safe for concurrent use.
 */
public final class CardeaMeters implements Observer {
    private static final int MAX_NAMES = 100;
    /** With the series whose labels are closed lists, this stays below 10,000. */
    private static final int MAX_NAMED_SERIES = 7_500;

    private static final int SERIES_OF_A_TIMER = 3;
    private static final Set<String> NAMES = Set.of("provider", "service", "store");
    private static final String OTHER = "other";
    private static final String NONE = "none";

    private final MeterRegistry registry;
    private final Map<Object, Counter> counters = new ConcurrentHashMap<>();
    private final Map<Object, Timer> timers = new ConcurrentHashMap<>();
    /** Names from configurations, of which there may be many where a function of the request makes them. */
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    private final AtomicInteger namedSeries = new AtomicInteger();
    private final AtomicInteger activeRequests = new AtomicInteger();
    private final AtomicInteger activeProviderCalls = new AtomicInteger();
    private final AtomicLong lastCleanUp = new AtomicLong();
    private final AtomicLong configLoaded = new AtomicLong();
    private final Recording recording = new Recording();

    private CardeaMeters(MeterRegistry registry) {
        this.registry = registry;
        gauge(MeterName.REQUESTS_ACTIVE, activeRequests::get);
        gauge(MeterName.PROVIDER_CALLS_ACTIVE, activeProviderCalls::get);
    }

    /** Makes meters in a registry. Add them to the configuration with {@code AuthConfig.Builder.observer}. */
    public static CardeaMeters of(MeterRegistry registry) {
        return new CardeaMeters(registry);
    }

    /** Adds the gauge {@code cardea_hook_events_waiting}. */
    public CardeaMeters waitingEvents(IntSupplier waiting) {
        gauge(MeterName.HOOK_EVENTS_WAITING, waiting);
        return this;
    }

    /** Adds the gauge {@code cardea_password_hash_waiting}. */
    public CardeaMeters waitingPasswords(IntSupplier waiting) {
        gauge(MeterName.PASSWORD_HASH_WAITING, waiting);
        return this;
    }

    /** Adds the gauge {@code cardea_store_connections}; a state that the pool does not know is {@code null}. */
    public CardeaMeters storeConnections(
            IntSupplier active, IntSupplier idle, @Nullable IntSupplier waiting, IntSupplier max) {
        gauge(MeterName.STORE_CONNECTIONS, active, "active");
        gauge(MeterName.STORE_CONNECTIONS, idle, "idle");
        if (waiting != null) gauge(MeterName.STORE_CONNECTIONS, waiting, "waiting");
        gauge(MeterName.STORE_CONNECTIONS, max, "max");
        return this;
    }

    /** Adds the gauge {@code cardea_connections} of a server. */
    public CardeaMeters connections(IntSupplier open, IntSupplier max) {
        gauge(MeterName.CONNECTIONS, open, "open");
        gauge(MeterName.CONNECTIONS, max, "max");
        return this;
    }

    /** Adds {@code cardea_info}. */
    public CardeaMeters info(String version) {
        gauge(MeterName.INFO, () -> 1, version, System.getProperty("java.version", ""));
        return this;
    }

    /** Adds the gauge {@code cardea_config_loaded_seconds}, with the time of the configuration at start. */
    public CardeaMeters configLoaded(Instant at) {
        configLoaded.set(at.getEpochSecond());
        gaugeOfTime(MeterName.CONFIG_LOADED, configLoaded);
        return this;
    }

    @Override
    public void observe(StepContext at, Step step) {
        step.accept(recording);
        if (step instanceof Step.CleanUp) cleanedUp(at.time());
        if (step instanceof Step.ConfigReload reload && reload.result() == Step.ConfigReload.Result.OK) {
            configLoaded.set(at.time().getEpochSecond());
        }
    }

    /** The gauge is absent until the first clean-up: zero would look like 1970. */
    private void cleanedUp(Instant at) {
        if (lastCleanUp.getAndSet(at.getEpochSecond()) == 0) {
            gaugeOfTime(MeterName.CLEANUP_LAST_SUCCESS, lastCleanUp);
        }
    }

    private void gauge(MeterName name, IntSupplier value, String... values) {
        Gauge.builder(name.meter(), value, IntSupplier::getAsInt)
                .description(name.description())
                .tags(tags(name, values))
                .strongReference(true)
                .register(registry);
    }

    private void gaugeOfTime(MeterName name, AtomicLong seconds) {
        Gauge.builder(name.meter(), seconds, AtomicLong::doubleValue)
                .description(name.description())
                .baseUnit("seconds")
                .strongReference(true)
                .register(registry);
    }

    private Counter counter(MeterName name, String... values) {
        return Counter.builder(name.meter())
                .description(name.description())
                .tags(tags(name, capped(name, 1, values)))
                .register(registry);
    }

    private Timer timer(MeterName name, String... values) {
        return Timer.builder(name.meter())
                .description(name.description())
                .tags(tags(name, capped(name, SERIES_OF_A_TIMER, values)))
                .register(registry);
    }

    /** The first label is a name from the configuration, if one is. */
    private String[] capped(MeterName name, int series, String... values) {
        if (name.labels().isEmpty() || !NAMES.contains(name.labels().get(0))) return values;
        if (namedSeries.addAndGet(series) <= MAX_NAMED_SERIES) return values;
        var capped = values.clone();
        capped[0] = OTHER;
        return capped;
    }

    private static List<Tag> tags(MeterName name, String... values) {
        var tags = new ArrayList<Tag>();
        for (int i = 0; i < values.length; i++) tags.add(Tag.of(name.labels().get(i), values[i]));
        return tags;
    }

    /** Returns the name, or {@code other} if there are a hundred others. */
    private String bounded(Label name) {
        var label = name.label();
        if (names.contains(label) || name == ProviderId.UNKNOWN) return label;
        synchronized (names) {
            if (names.size() >= MAX_NAMES) return OTHER;
            names.add(label);
            return label;
        }
    }

    /** A timer of requests. */
    private record RequestKey(Step.Action action, Step.Method method, Step.RequestEnd.Outcome outcome) {}

    /** A counter of sign-ins. */
    private record SignInKey(
            String provider, String type, Step.SignInEnd.Result result, String reason, String isNewUser) {}

    /** A meter by its labels. */
    private record Key(
            MeterName name,
            Object first,
            @Nullable Object second,
            @Nullable Object third) {}

    private Counter counterOf(Step labels, MeterName name, String... values) {
        return counters.computeIfAbsent(labels, key -> counter(name, values));
    }

    private Timer timerOf(Object key, MeterName name, String... values) {
        return timers.computeIfAbsent(key, it -> timer(name, values));
    }

    /** One branch for each step. Meters are kept by the values that they are labelled with. */
    private final class Recording implements Step.Cases<Boolean> {
        @Override
        public Boolean requestStart(Step.RequestStart step) {
            activeRequests.incrementAndGet();
            return true;
        }

        @Override
        public Boolean requestEnd(Step.RequestEnd step) {
            activeRequests.decrementAndGet();
            var key = new RequestKey(step.action(), step.method(), step.outcome());
            var known = timers.get(key);
            var timer = known != null
                    ? known
                    : timerOf(
                            key,
                            MeterName.REQUESTS,
                            step.action().label(),
                            step.method().label(),
                            step.outcome().label());
            timer.record(step.duration());
            return true;
        }

        @Override
        public Boolean signInEnd(Step.SignInEnd step) {
            var type = step.provider().type();
            var key = new SignInKey(
                    bounded(step.provider()),
                    type == null ? "unknown" : type.wire(),
                    step.result(),
                    step.error() == null ? NONE : step.error().code(),
                    step.isNewUser() == null ? "unknown" : step.isNewUser().toString());
            var counter = counters.computeIfAbsent(
                    key,
                    it -> counter(
                            MeterName.SIGN_INS, key.provider, key.type, key.result.label(), key.reason, key.isNewUser));
            counter.increment();
            return true;
        }

        @Override
        public Boolean providerCallStart(Step.ProviderCallStart step) {
            activeProviderCalls.incrementAndGet();
            return true;
        }

        @Override
        public Boolean providerCall(Step.ProviderCall step) {
            activeProviderCalls.decrementAndGet();
            var provider = bounded(step.provider());
            var key = new Key(MeterName.PROVIDER_CALLS, provider, step.endpoint(), step.result());
            timerOf(key, MeterName.PROVIDER_CALLS, provider, step.endpoint().label(), result(step.result()))
                    .record(step.duration());
            return true;
        }

        /** A provider for which too many calls wait does not answer them in time. */
        private String result(Step.ProviderCall.Result result) {
            return switch (result) {
                case OK, REJECTED, TIMEOUT, UNREACHABLE, INVALID -> result.label();
                case LIMITED -> Step.ProviderCall.Result.TIMEOUT.label();
            };
        }

        @Override
        public Boolean storeCall(Step.StoreCall step) {
            var store = bounded(step.store());
            var key = new Key(MeterName.STORE_CALLS, store, step.operation(), step.result());
            timerOf(
                            key,
                            MeterName.STORE_CALLS,
                            store,
                            step.operation().label(),
                            step.result().label())
                    .record(step.duration());
            return true;
        }

        @Override
        public Boolean sessionRead(Step.SessionRead step) {
            return count(
                    step,
                    MeterName.SESSIONS_READ,
                    step.strategy().label(),
                    step.result().label());
        }

        @Override
        public Boolean sessionIssue(Step.SessionIssue step) {
            return count(
                    step,
                    MeterName.SESSIONS_ISSUED,
                    step.strategy().label(),
                    step.cause().label());
        }

        @Override
        public Boolean signOut(Step.SignOut step) {
            return count(step, MeterName.SIGN_OUTS, step.strategy().label());
        }

        @Override
        public Boolean rateLimit(Step.RateLimit step) {
            return count(step, MeterName.RATE_LIMITED, step.budget().name().toLowerCase(Locale.ROOT));
        }

        @Override
        public Boolean mailCall(Step.MailCall step) {
            var service = bounded(step.service());
            var key = new Key(MeterName.MAILS, service, step.result(), null);
            timerOf(key, MeterName.MAILS, service, step.result().label()).record(step.duration());
            return true;
        }

        @Override
        public Boolean hookCall(Step.HookCall step) {
            var key = new Key(MeterName.HOOK_CALLS, step.hook(), step.result(), null);
            timerOf(
                            key,
                            MeterName.HOOK_CALLS,
                            step.hook().label(),
                            step.result().label())
                    .record(step.duration());
            return true;
        }

        /** Callbacks and events have names in common. */
        @Override
        public Boolean hookEvent(Step.HookEvent step) {
            var key = new Key(MeterName.HOOK_CALLS, step.hook(), step.result(), null);
            timerOf(
                            key,
                            MeterName.HOOK_CALLS,
                            "events/" + step.hook().label(),
                            step.result().label())
                    .record(step.duration());
            return true;
        }

        @Override
        public Boolean hookEventDrop(Step.HookEventDrop step) {
            return count(step, MeterName.HOOK_EVENTS_DROPPED, step.event().label());
        }

        @Override
        public Boolean secretUse(Step.SecretUse step) {
            return count(
                    step,
                    MeterName.SECRETS_USED,
                    step.purpose().label(),
                    step.position().label());
        }

        @Override
        public Boolean passwordHash(Step.PasswordHash step) {
            var key = new Key(MeterName.PASSWORD_HASH, step.algorithm(), null, null);
            timerOf(key, MeterName.PASSWORD_HASH, step.algorithm().label()).record(step.duration());
            return true;
        }

        @Override
        public Boolean cleanUp(Step.CleanUp step) {
            var counter = counters.computeIfAbsent(
                    step.kind(),
                    kind -> counter(MeterName.CLEANUP_ROWS, step.kind().label()));
            counter.increment(step.rows());
            return true;
        }

        @Override
        public Boolean configReload(Step.ConfigReload step) {
            return count(step, MeterName.CONFIG_RELOADS, step.result().label());
        }

        @Override
        public Boolean errorReport(Step.ErrorReport step) {
            var counter = counters.computeIfAbsent(
                    step.type(), type -> counter(MeterName.ERRORS, step.type().code()));
            counter.increment();
            return true;
        }

        private Boolean count(Step labels, MeterName name, String... values) {
            counterOf(labels, name, values).increment();
            return true;
        }

        @Override
        public Boolean originDecision(Step.OriginDecision step) {
            return false;
        }

        @Override
        public Boolean browserFacts(Step.BrowserFacts step) {
            return false;
        }

        @Override
        public Boolean signInStart(Step.SignInStart step) {
            return false;
        }

        @Override
        public Boolean checkSet(Step.CheckSet step) {
            return false;
        }

        @Override
        public Boolean checkRead(Step.CheckRead step) {
            return false;
        }

        @Override
        public Boolean redirect(Step.Redirect step) {
            return false;
        }

        @Override
        public Boolean providerReturn(Step.Return step) {
            return false;
        }

        @Override
        public Boolean idTokenRule(Step.IdTokenRule step) {
            return false;
        }

        @Override
        public Boolean passkeyRule(Step.PasskeyRule step) {
            return false;
        }

        @Override
        public Boolean linkDecision(Step.LinkDecision step) {
            return false;
        }

        @Override
        public Boolean callbackCall(Step.CallbackCall step) {
            return false;
        }

        @Override
        public Boolean eventCall(Step.EventCall step) {
            return false;
        }

        @Override
        public Boolean linkRead(Step.LinkRead step) {
            return false;
        }

        @Override
        public Boolean answer(Step.Answer step) {
            return false;
        }
    }
}
