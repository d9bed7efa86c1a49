package dev.cardea.dev;

import dev.cardea.testing.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The faults that a developer switched on: of the played providers, and of the services of the site. Safe for concurrent
 * use.
 */
final class DevFaults {
    /** How long a slow service takes. */
    static final Duration DELAY = Duration.ofSeconds(5);

    private static final Map<String, Enum<?>> BY_NAME = byName();

    /** Where a fault of the site's own services shows. */
    enum Service {
        MAIL,
        STORE,
        PROVIDER,
        SIGN_IN("the signIn callback"),
        AUTHORIZE("authorize of a credentials provider"),
        PROFILE("the profile mapping of a provider"),
        REDIRECT("your redirect callback"),
        JWT("your jwt callback"),
        SESSION("your session callback"),
        AUTHORIZED("your authorized callback");

        private final @Nullable String code;

        Service() {
            this(null);
        }

        /** @param code of the application or a provider, which may throw any exception */
        Service(@Nullable String code) {
            this.code = code;
        }
    }

    /** A fault of a service of the site. */
    enum ServiceFault {
        MAIL_SLOW(Service.MAIL, "emails take five seconds"),
        MAIL_FAILS(Service.MAIL, "emails can't be sent"),
        STORE_SLOW(Service.STORE, "every call of the store takes five seconds"),
        STORE_FAILS(Service.STORE, "the store isn't responding"),
        PROVIDER_ENDLESS(Service.PROVIDER, "the response of the provider's token endpoint never ends"),
        CALLBACK_SLOW(Service.SIGN_IN),
        CALLBACK_FAILS(Service.SIGN_IN),
        AUTHORIZE_SLOW(Service.AUTHORIZE),
        AUTHORIZE_FAILS(Service.AUTHORIZE),
        PROFILE_SLOW(Service.PROFILE),
        PROFILE_FAILS(Service.PROFILE),
        REDIRECT_SLOW(Service.REDIRECT),
        REDIRECT_FAILS(Service.REDIRECT),
        JWT_SLOW(Service.JWT),
        JWT_FAILS(Service.JWT),
        SESSION_SLOW(Service.SESSION),
        SESSION_FAILS(Service.SESSION),
        AUTHORIZED_SLOW(Service.AUTHORIZED),
        AUTHORIZED_FAILS(Service.AUTHORIZED);

        private final Service service;
        private final String label;

        ServiceFault(Service service, String label) {
            this.service = service;
            this.label = label;
        }

        ServiceFault(Service callback) {
            service = callback;
            label = callback.code + (isSlow() ? " takes five seconds" : " throws an exception");
        }

        String label() {
            return label;
        }

        /** Whether it is in a callback, and not in a service. */
        boolean isOfCallback() {
            return service.code != null;
        }

        private boolean isSlow() {
            return name().endsWith("_SLOW");
        }
    }

    /** @param isOnce whether it ends with the next sign-in */
    record Choice(Enum<?> fault, boolean isOnce) {}

    private final Consumer<Duration> pause;
    /** In the order in which they were chosen. */
    private final Map<Enum<?>, Choice> chosen = Collections.synchronizedMap(new LinkedHashMap<>());

    /** @param pause waits */
    DevFaults(Consumer<Duration> pause) {
        this.pause = pause;
    }

    DevFaults() {
        this(DevFaults::sleep);
    }

    private static Map<String, Enum<?>> byName() {
        var all = new LinkedHashMap<String, Enum<?>>();
        for (var fault : ServiceFault.values()) all.put(fault.name(), fault);
        for (var fault : Fault.values()) all.put(fault.name(), fault);
        return Collections.unmodifiableMap(all);
    }

    /** Returns the fault with a name; empty if the name is unknown. */
    static Optional<Enum<?>> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    void on(Enum<?> fault, boolean isOnce) {
        chosen.put(fault, new Choice(fault, isOnce));
    }

    void off(Enum<?> fault) {
        chosen.remove(fault);
    }

    void clear() {
        chosen.clear();
    }

    List<Choice> all() {
        synchronized (chosen) {
            return List.copyOf(chosen.values());
        }
    }

    /** Ends the faults that were chosen for one sign-in. */
    void endSignIn() {
        synchronized (chosen) {
            chosen.values().removeIf(Choice::isOnce);
        }
    }

    /** Returns the faults of a provider. */
    List<Fault> ofProvider() {
        var faults = new ArrayList<Fault>();
        for (var each : all()) if (each.fault() instanceof Fault fault) faults.add(fault);
        return faults;
    }

    /** Waits if the service is slow, and returns whether it fails. */
    boolean fails(Service service) {
        boolean fails = false;
        for (var each : all()) {
            if (!(each.fault() instanceof ServiceFault fault) || fault.service != service) continue;
            if (fault.isSlow()) pause.accept(DELAY);
            else fails = true;
        }
        return fails;
    }

    /** Waits if a callback is slow, and throws if it fails. */
    void inCallback(Service callback) {
        if (fails(callback)) throw new IllegalStateException("development mode: " + callback.code + " fails");
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
