package dev.cardea.hooks;

import dev.cardea.action.OriginPattern;
import dev.cardea.http.WebUrl;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The deployments of the application: the one of the settings, and those at origins that signed calls assert. Safe for
 * concurrent use.
 */
final class HookedApplications {
    private static final int MAX_APPLICATIONS = 100;
    /**
     * The site of the request that this thread answers. Callbacks and events take values of the public interfaces, which do
     * not name the calling site, so a parameter cannot carry it. {@link Hooks#during} sets it for one call and restores it
     * after. The library runs all callbacks of a request on the thread of that call, a virtual one or a worker of a reactive
     * host.
     */
    private static final ThreadLocal<@Nullable Site> SITE = new ThreadLocal<>();

    private final HookSettings settings;
    private final List<HookSigner> signers;
    private final Set<String> needed;
    private final SeenCallbacks seen;
    private final Clock clock;
    private final Predicate<OriginPattern> mustProve;
    private final HookTransport transport;
    private final @Nullable HookedApplication main;
    private final Map<String, HookedApplication> byOrigin = new ConcurrentHashMap<>();

    /** Whose request a thread handles. */
    record Site(String origin, boolean isSigned) {}

    /** @param mustProve whether an origin of a pattern has to prove that it holds the secret, before it gets anything */
    HookedApplications(
            HookSettings settings,
            List<HookSigner> signers,
            Set<String> needed,
            SeenCallbacks seen,
            Clock clock,
            Predicate<OriginPattern> mustProve) {
        this.mustProve = mustProve;
        this.settings = settings;
        this.signers = signers;
        this.needed = needed;
        this.seen = seen;
        this.clock = clock;
        transport = new HookTransport(settings.maxCalls());
        main = settings.url() == null ? null : application(settings.url(), null);
    }

    /** The one of the settings; {@code null} where they name origins only. */
    @Nullable HookedApplication main() {
        return main;
    }

    /** From now on this thread handles a request for this site. Returns what to {@link #leave} with. */
    @Nullable Site enter(String origin, boolean isSigned) {
        var before = SITE.get();
        SITE.set(new Site(origin, isSigned));
        return before;
    }

    void leave(@Nullable Site before) {
        if (before == null) SITE.remove();
        else SITE.set(before);
    }

    /**
     * The deployment that takes part in this thread's request.
     *
     * @throws HookException where the settings know none
     */
    HookedApplication current() {
        var site = SITE.get();
        if (site != null && site.isSigned && !settings.origins().isEmpty()) {
            var own = ofOrigin(site.origin);
            if (own != null) return own;
        }
        if (main != null) return main;
        throw new HookException(
                "",
                "has no URL: hooks.origins doesn't match " + (site == null ? "this call" : site.origin)
                        + ", or the call isn't signed; set hooks.url for it",
                null);
    }

    /** Whether the deployment of this thread's request may answer a callback. */
    boolean mayAnswer(String callback) {
        try {
            return current().mayAnswer(callback);
        } catch (HookException e) {
            return true;
        }
    }

    private @Nullable HookedApplication ofOrigin(String origin) {
        var known = byOrigin.get(origin);
        if (known == null) {
            var url = WebUrl.parse(origin).orElse(null);
            if (url == null) return null;
            var pattern = settings.origins().stream()
                    .filter(each -> each.matches(url))
                    .findFirst()
                    .orElse(null);
            if (pattern == null) return null;
            if (byOrigin.size() >= MAX_APPLICATIONS) dropOldest();
            var guarded = mustProve.test(pattern) ? url.origin() : null;
            known = byOrigin.computeIfAbsent(origin, it -> application(it + settings.path(), guarded));
        }
        known.use();
        return known;
    }

    private void dropOldest() {
        byOrigin.entrySet().stream()
                .min(Comparator.comparing(entry -> entry.getValue().usedAt()))
                .ifPresent(oldest -> byOrigin.remove(oldest.getKey(), oldest.getValue()));
    }

    private HookedApplication application(String url, @Nullable String guarded) {
        var client = new HookClient(url, settings.timeout(), signers, settings.headers(), clock, transport);
        return new HookedApplication(settings, client, needed, seen, clock, guarded);
    }
}
