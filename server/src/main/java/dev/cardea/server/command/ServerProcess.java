package dev.cardea.server.command;

import dev.cardea.Auth;
import dev.cardea.adapter.jdbc.RemovedRows;
import dev.cardea.hooks.Hooks;
import dev.cardea.json.Claims;
import dev.cardea.micrometer.CardeaMeters;
import dev.cardea.micrometer.CardeaMeters.ExpiredRows;
import dev.cardea.provider.Provider;
import dev.cardea.recorder.Recorder;
import dev.cardea.server.file.Operation.Management;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.http.Deployment;
import dev.cardea.server.http.HealthEndpoints;
import dev.cardea.server.http.HttpServer;
import dev.cardea.server.http.InProgressLimit;
import dev.cardea.server.http.ManagementEndpoints;
import dev.cardea.server.http.PublicEndpoints;
import dev.cardea.server.http.Readiness;
import dev.cardea.server.http.TraceEndpoint;
import dev.cardea.server.log.RequestContext;
import dev.cardea.server.metrics.Metrics;
import dev.cardea.server.metrics.ProviderHealth;
import dev.cardea.server.store.CleanUp;
import dev.cardea.server.tracing.Tracer;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parts of a server that runs, in the order in which they start and stop. */
final class ServerProcess {
    private static final Duration IN_PROGRESS = Duration.ofSeconds(6);
    private static final Duration TRACES = Duration.ofMillis(300);
    private static final Duration ALL = Duration.ofMillis(9_500);

    /** How long the application may take to describe its hooks before a configuration is served without its answer. */
    static final Duration FIRST_ANSWER = Duration.ofSeconds(1);

    /** What the export of spans may take of the end. */
    private static final Duration FLUSH = Duration.ofSeconds(2);

    private final Readiness readiness;
    private final Tracer tracing;
    private volatile ServerSettings settings;
    private volatile @Nullable Deployment deployment;
    /** Of the first configuration. It asks the store, which is the same for every later one. */
    private final Auth first;

    private volatile @Nullable Auth auth;
    private final Instant startedAt = Instant.now();
    private final ProviderHealth providers = new ProviderHealth(System::nanoTime);
    private @Nullable Metrics metrics;
    private @Nullable HttpServer management;
    private @Nullable HttpServer site;
    private @Nullable CleanUp cleanUp;

    ServerProcess(ServerSettings settings, Tracer tracing) {
        this.settings = settings;
        this.tracing = tracing;
        tracing.spans(RequestContext::currentTrace).ifPresent(settings.steps()::add);
        first = Auth.of(settings.auth());
        readiness = Readiness.starting(settings.store() == null ? null : first::isHealthy);
        if (settings.store() == null) readiness.prepare();
    }

    Readiness readiness() {
        return readiness;
    }

    /**
     * Opens the management listener, if there is one. Its probes say that the process is not ready yet.
     *
     * @throws IOException if its port is not available
     */
    @Nullable HttpServer startManagement() throws IOException {
        var wanted = settings.operation().management();
        if (wanted == null) return null;
        var endpoints = endpoints(wanted);
        metrics = metrics();
        endpoints.add("/metrics", metrics);
        management = HttpServer.startManagement(wanted.host(), wanted.port(), endpoints);
        return management;
    }

    private Metrics metrics() {
        var started = new Metrics(Version.text(), Clock.systemUTC());
        settings.steps().add((at, step) -> {
            started.meters().observe(at, step);
            providers.observe(at, step);
        });
        started.meters().waitingEvents(this::waitingEvents);
        if (settings.store() != null) {
            settings.store()
                    .connections()
                    .ifPresent(pool ->
                            started.meters().storeConnections(pool::active, pool::idle, pool::waiting, pool::max));
        }
        return started;
    }

    private int waitingEvents() {
        var hooks = settings.hooks();
        return hooks == null ? 0 : hooks.waitingEvents();
    }

    private void cleaned(RemovedRows rows) {
        if (metrics != null) count(rows, metrics.now(), metrics.meters());
    }

    static void count(RemovedRows rows, Instant at, CardeaMeters meters) {
        meters.cleanedUp(at, ExpiredRows.SESSION, rows.sessions())
                .cleanedUp(at, ExpiredRows.VERIFICATION_TOKEN, rows.verificationTokens())
                .cleanedUp(at, ExpiredRows.SPENT_TOKEN, rows.usedTokens())
                .cleanedUp(at, ExpiredRows.OTHER, rows.records());
    }

    private ManagementEndpoints endpoints(Management wanted) {
        var endpoints = new ManagementEndpoints(
                readiness, this::info, ManagementEndpoints.isLoopback(wanted.host()), wanted.token());
        endpoints.addGuarded(TraceEndpoint.PATH, new TraceEndpoint(this::recorder));
        return endpoints;
    }

    private Optional<Recorder> recorder() {
        return Optional.ofNullable(auth).map(Recorder::of);
    }

    /**
     * Opens the listener of the site.
     *
     * @throws IOException if the port is not available
     */
    HttpServer startSite(String host, int port) throws IOException {
        var limits = settings.operation().limits();
        if (metrics != null) metrics.meters().recorder(Recorder.of(first));
        var start = deployment(settings, first);
        auth = first;
        deployment = start;
        var server = HttpServer.start(
                host,
                port,
                () -> Objects.requireNonNullElse(deployment, start),
                limits,
                settings.operation().tls());
        site = server;
        if (metrics != null) metrics.meters().connections(server::connections, limits::connections);
        var store = settings.store();
        var every = settings.cleanUp();
        if (store != null && every != null) {
            cleanUp = CleanUp.start(store, every, this::cleaned).orElse(null);
            if (cleanUp != null && metrics != null) metrics.meters().cleanUpsFrom(Instant.now());
        }
        readiness.start();
        // The JVM collects only when memory is used up, and after a start it never is: what the start left would stay.
        server.whenIdle(System::gc);
        return server;
    }

    ServerSettings settings() {
        return settings;
    }

    /** Serves another configuration from now on. Requests that are in progress finish with the one before. */
    synchronized void replace(ServerSettings next) {
        var library = Objects.requireNonNull(auth, "a configuration is served");
        var before = settings.hooks();
        var replacement = library.withConfig(next.auth());
        var deployed = deployment(next, replacement);
        var certificate = next.operation().tls();
        if (site != null && certificate != null && site.hasTls()) site.certificate(certificate);
        // Nothing fails from here on, so a configuration is in force as a whole.
        auth = replacement;
        deployment = deployed;
        settings = next;
        reloaded(true);
        if (before != null) before.stop();
        readiness.configured();
    }

    /** Counts a changed configuration that was read. */
    void reloaded(boolean isInForce) {
        if (metrics != null) metrics.meters().configReloaded(metrics.now(), isInForce);
    }

    private Deployment deployment(ServerSettings settings, Auth library) {
        var health = management == null ? HealthEndpoints.all(readiness) : HealthEndpoints.beside(readiness);
        var limited = new InProgressLimit(library, settings.operation().limits().requests());
        var hooks = settings.hooks();
        readiness.report("hooks", this::checkOfHooks);
        for (var provider : settings.auth().providers()) {
            readiness.report("provider " + provider.id(), () -> check(provider.id()));
        }
        return new Deployment(
                new PublicEndpoints(limited, settings.auth().basePath(), health),
                hooks,
                settings.operation().requests().with(tracing));
    }

    /** Empty for one that another configuration had. */
    private Optional<Readiness.Check> check(String provider) {
        boolean isConfigured =
                settings.auth().providers().stream().anyMatch(it -> it.id().equals(provider));
        return providers
                .of(provider)
                .filter(answer -> isConfigured)
                .map(answer -> new Readiness.Check(answer.isAnswered(), answer.age()));
    }

    /** Empty also in a configuration without hooks, after one that had them. */
    private Optional<Readiness.Check> checkOfHooks() {
        var hooks = settings.hooks();
        return hooks == null ? Optional.empty() : hooks.lastDescription().map(ServerProcess::check);
    }

    private static Readiness.Check check(Hooks.LastDescription description) {
        return new Readiness.Check(description.isValid(), Duration.between(description.at(), Instant.now()));
    }

    private Claims info() {
        return Claims.of("name", "cardea")
                .with("version", Version.text())
                .with("java", System.getProperty("java.vm.version"))
                .with("started", startedAt.truncatedTo(ChronoUnit.MILLIS).toString())
                .with("basePath", settings.auth().basePath())
                .with(
                        "providers",
                        settings.auth().providers().stream().map(Provider::id).toList());
    }

    /** Closes what {@link #startManagement} opened, if the rest cannot be started. */
    void abandon() {
        if (management != null) management.close();
        if (settings.store() != null) settings.store().close();
        tracing.close(FLUSH);
    }

    /** Answers the requests that have arrived, sends the events that wait, and ends the process. */
    void stop() {
        readiness.stop();
        pause(settings.operation().shutdownDelay());
        long begin = System.nanoTime();
        if (cleanUp != null) cleanUp.close();
        if (site != null) site.stop(IN_PROGRESS);
        var hooks = settings.hooks();
        if (hooks != null) hooks.drain(remaining(begin, ALL.minus(flush())));
        var rest = remaining(begin, ALL);
        tracing.close(rest.compareTo(FLUSH) < 0 ? rest : FLUSH);
        var library = auth;
        if (library != null) Recorder.of(library).flush(TRACES);
        if (settings.store() != null) settings.store().close();
        Runtime.getRuntime().halt(0);
    }

    /** Spans are exported last, so that those of the last events are among them. */
    private Duration flush() {
        return tracing == Tracer.NONE ? Duration.ZERO : FLUSH;
    }

    private static Duration remaining(long begin, Duration most) {
        var left = most.minusNanos(System.nanoTime() - begin);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
