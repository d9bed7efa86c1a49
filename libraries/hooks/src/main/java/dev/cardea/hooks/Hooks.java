package dev.cardea.hooks;

import dev.cardea.action.OriginPattern;
import dev.cardea.error.ApplicationUnavailableException;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Events;
import dev.cardea.hook.RemoteApplication;
import dev.cardea.json.Claims;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.Provider;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The application's callbacks and events over HTTP. Safe for concurrent use.
 *
 * <p>Unless the settings list names, the application says which hooks it has. Until it has answered once, sign-ins answer
 * 503. A callback that it once had stays required until the process ends.
 */
public final class Hooks implements RemoteApplication {
    /** How soon an application that has not answered yet is asked again. */
    private static final Duration SOON = Duration.ofSeconds(2);

    private final HookSettings settings;
    private final HookedApplications applications;
    private final HookCallbacks callbacks;
    private final SeenCallbacks seen;
    private final EventQueue queue;
    private final HookEvents events;
    private final Set<String> needed = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<HookRegistration> first = new CompletableFuture<>();
    private @Nullable Thread asker;

    private Hooks(
            HookSettings settings,
            List<String> secrets,
            Clock clock,
            Predicate<OriginPattern> mustProve,
            SeenCallbacks seen,
            EventQueue queue) {
        settings.requireEncryption();
        this.settings = settings;
        this.seen = seen;
        applications = new HookedApplications(
                settings, secrets.stream().map(HookSigner::new).toList(), needed, seen, clock, mustProve);
        callbacks = new HookCallbacks(applications);
        this.queue = queue;
        events = new HookEvents(applications::current, settings.awaited(), queue);
    }

    /**
     * Hooks that are signed with these secrets.
     *
     * @param secrets of the configuration, newest first
     * @throws IllegalArgumentException if the secret is missing, or calls would travel unencrypted beyond this machine
     */
    public static Hooks of(HookSettings settings, List<String> secrets) {
        if (secrets.isEmpty() || secrets.stream().anyMatch(String::isBlank)) throw withoutSecret();
        return of(settings, secrets, EventQueue.PAUSES, Clock.systemUTC());
    }

    /**
     * Hooks that are signed with this secret.
     *
     * @param secret of the configuration; {@code null} if its variable is not set
     * @throws IllegalArgumentException if the secret is missing, or calls would travel unencrypted beyond this machine
     */
    public static Hooks of(HookSettings settings, @Nullable String secret) {
        if (secret == null) throw withoutSecret();
        return of(settings, List.of(secret));
    }

    private static IllegalArgumentException withoutSecret() {
        return new IllegalArgumentException(
                "the hooks have no secret: pass the configuration's secret, for example from AUTH_SECRET");
    }

    /** With other pauses between the tries of an event. */
    static Hooks of(HookSettings settings, List<String> secrets, List<Duration> pauses, Clock clock) {
        // Names under a domain that a platform shares may belong to others.
        return of(settings, secrets, pauses, clock, OriginPattern::isStarred);
    }

    /**
     * @param mustProve whether an origin of a pattern has to prove that it holds the secret, before it gets anything
     */
    static Hooks of(
            HookSettings settings,
            List<String> secrets,
            List<Duration> pauses,
            Clock clock,
            Predicate<OriginPattern> mustProve) {
        return new Hooks(settings, secrets, clock, mustProve, new SeenCallbacks(), new EventQueue(pauses));
    }

    /**
     * Returns hooks with other settings, for an application that reloads them. The events that wait stay in their queue,
     * and go where they were sent to. A callback that an address had stays required at that address. {@link #start} and
     * {@link #stop} are separate for each.
     *
     * @param secrets of the configuration, newest first
     */
    public Hooks withSettings(HookSettings next, List<String> secrets) {
        return new Hooks(next, secrets, Clock.systemUTC(), OriginPattern::isStarred, seen, queue);
    }

    public HookSettings settings() {
        return settings;
    }

    public Callbacks callbacks() {
        return callbacks.of(settings.callbacks());
    }

    /**
     * Asks the application for a decision that a module leaves to it, such as whether a visitor may sign up.
     *
     * @param callback one of {@link HookSettings#CALLBACKS}
     * @return {@code true} where the application has no such callback, or leaves the decision
     * @throws ApplicationUnavailableException where it did not decide in time
     * @throws RuntimeException where it threw, or returned neither true nor false
     */
    public boolean allows(String callback, Claims params) {
        return callbacks.allows(callback, params);
    }

    /**
     * Asks the application for one of several decisions that a module leaves to it, such as whether a sign-in needs a second
     * factor.
     *
     * @param callback one of {@link HookSettings#CALLBACKS}
     * @param choices what it may return
     * @return empty where the application has no such callback, or leaves the decision
     * @throws ApplicationUnavailableException where it did not decide in time
     * @throws RuntimeException where it threw, or returned none of the choices
     */
    public Optional<String> choose(String callback, Claims params, Collection<String> choices) {
        return callbacks.choose(callback, params, choices);
    }

    /** Checks credentials; empty where the settings list callbacks, and this is none of them. */
    public Optional<CredentialsProvider.Authorize> authorize(String provider) {
        if (settings.callbacks() == null) needed.add("authorize");
        else if (!settings.callbacks().contains("authorize")) return Optional.empty();
        return Optional.of(callbacks.authorize(provider));
    }

    /**
     * Sign-in with credentials that the application checks: its {@code authorize} for this provider. Name its fields with
     * {@link CredentialsProvider#field}.
     *
     * @param id such as {@code credentials}
     * @throws IllegalStateException where the settings list callbacks, and {@code authorize} is none of them
     */
    public CredentialsProvider credentials(String id) {
        var authorize = authorize(id)
                .orElseThrow(() -> new IllegalStateException(
                        "the provider " + id + " needs the callback authorize; add it to the callbacks of the hooks"));
        return CredentialsProvider.of(authorize).id(id);
    }

    /** Returns whether the application may send the emails of a provider that has no mail server. */
    public boolean sendsMail() {
        if (settings.callbacks() == null) needed.add("sendVerificationRequest");
        return settings.callbacks() == null || settings.callbacks().contains("sendVerificationRequest");
    }

    /**
     * The same provider with the functions that the application answers: {@code authorize} of credentials,
     * {@code profile} and {@code account} of OAuth, {@code sendVerificationRequest} and
     * {@code generateVerificationToken} of email.
     */
    public Provider provider(Provider own) {
        if (own instanceof CredentialsProvider && authorize(own.id()).isEmpty()) return own;
        return own.accept(new HookProviders(callbacks, applications::mayAnswer));
    }

    public Events events() {
        return events;
    }

    /** Asks the application for its hooks now, and then every minute until the process ends. Once is enough. */
    public synchronized void start() {
        var main = applications.main();
        if (asker != null || main == null) return;
        asker = new Thread(() -> ask(main), "cardea-hooks");
        asker.setDaemon(true);
        asker.start();
    }

    /** Asks the application for its hooks no more. Calls and events go on. */
    public synchronized void stop() {
        if (asker != null) asker.interrupt();
        asker = null;
    }

    /**
     * What the application answered first after {@link #start}.
     *
     * @param most how long to wait for it
     * @return why no user can sign in, each with its remedy; empty where users can, and where it has not answered yet
     */
    public List<String> errors(Duration most) {
        try {
            return first.get(most.toMillis(), TimeUnit.MILLISECONDS).errors();
        } catch (TimeoutException | ExecutionException e) {
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /**
     * What the application answered when it was last asked for its hooks.
     *
     * @param at when it was asked
     * @param isValid whether it answered with a valid description
     */
    public record LastDescription(Instant at, boolean isValid) {}

    /** Empty before the first answer, and where the settings name origins only. */
    public Optional<LastDescription> lastDescription() {
        var main = applications.main();
        if (main == null) return Optional.empty();
        return main.askedAt()
                .map(at -> new LastDescription(at, main.registration().failure() == null));
    }

    /** Asks the application once, and compares what it has with the settings: for a check of the configuration. */
    public Findings examine() {
        var main = applications.main();
        if (main == null) return new Findings(List.of(), List.of());
        var now = main.describe();
        var failure = now.failure();
        boolean isUnknown = failure != null && (!now.isKnown() || !now.isProven() && settings.callbacks() == null);
        var errors = isUnknown
                ? List.of("the application at " + main.url() + " hasn't described its hooks: " + failure)
                : now.errors();
        return new Findings(errors, now.warnings());
    }

    /**
     * The disagreements between the settings and the application.
     *
     * @param errors why no user can sign in
     * @param warnings what the application may miss
     */
    public record Findings(List<String> errors, List<String> warnings) {
        public Findings {
            errors = List.copyOf(errors);
            warnings = List.copyOf(warnings);
        }
    }

    private void ask(HookedApplication main) {
        try {
            while (true) {
                var now = main.describe();
                first.complete(now);
                Thread.sleep((now.isKnown() ? HookedApplication.AGE : SOON).toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void requireReady() {
        try {
            applications.current().requireReady();
        } catch (HookException e) {
            throw new ApplicationUnavailableException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public Claims description() {
        var main = applications.main();
        return main == null
                ? HookRegistration.of(settings, Set.of()).described(settings)
                : main.registration().described(settings);
    }

    @Override
    public <T> T during(String origin, boolean isSigned, Supplier<T> handling) {
        boolean holds = !events.isHolding();
        if (holds) events.hold();
        var before = applications.enter(origin, isSigned);
        try {
            return handling.get();
        } finally {
            applications.leave(before);
            if (holds) events.release().run();
        }
    }

    /** From now on the events of this thread's request wait, until {@link #release}. */
    public void hold() {
        events.hold();
    }

    /** What was held; run it when the response has left. */
    public Runnable release() {
        return events.release();
    }

    /** Returns how many events wait to be sent, for meters. */
    public int waitingEvents() {
        return queue.waiting();
    }

    /** Sends what waits, as far as the time allows. */
    public void drain(Duration most) {
        queue.drain(most);
    }
}
