package dev.cardea.internal.observe;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.observe.Digest;
import dev.cardea.observe.Id;
import dev.cardea.observe.Observer;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import dev.cardea.provider.Provider;
import dev.cardea.token.Randomness;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The observers of one configuration. Safe for concurrent use. */
public final class Observers {
    /** Odd, so that the multiples are all different. */
    private static final long STRIDE = 0x9e3779b97f4a7c15L;

    private static final AtomicLong IDS =
            new AtomicLong(Long.parseUnsignedLong(Randomness.secure().hex(8), 16));

    private final List<Observer> all;
    private final AddedObservers added;
    private final Map<String, ProviderId> providers = new HashMap<>();
    private final Function<Request, @Nullable String> requestIds;
    private final @Nullable Function<Request, @Nullable InetAddress> clients;
    private final Clock clock;
    private final Consumer<AuthException> log;
    private final Function<String, byte[]> keyedHash;
    private final Set<Observer> failing = ConcurrentHashMap.newKeySet();

    /**
     * @param all one that is named twice is called once
     * @param added observe after the others; one that is among the others is not called twice
     * @param clients returns the address of the client, for events; {@code null} if the application receives no events
     * @param keyedHash makes digests; at least 16 bytes, under a key of the configuration
     * @param log receives the first exception of each observer
     */
    public Observers(
            List<Observer> all,
            AddedObservers added,
            List<Provider> configured,
            Function<Request, @Nullable String> requestIds,
            @Nullable Function<Request, @Nullable InetAddress> clients,
            Clock clock,
            Function<String, byte[]> keyedHash,
            Consumer<AuthException> log) {
        this.all = all.stream().distinct().toList();
        this.added = added;
        for (var provider : configured) providers.put(provider.id(), ProviderId.of(provider));
        this.requestIds = requestIds;
        this.clients = clients;
        this.clock = clock;
        this.log = log;
        this.keyedHash = keyedHash;
    }

    /** Returns whether there are neither observers nor events. */
    boolean isIdle() {
        return all.isEmpty() && added.isEmpty() && clients == null;
    }

    @Nullable String requestId(Request http) {
        try {
            var id = requestIds.apply(http);
            return id != null && StepContext.isRequestId(id) ? id : null;
        } catch (RuntimeException e) {
            return null;
        }
    }

    @Nullable InetAddress clientAddress(Request http) {
        return clients == null ? null : clients.apply(http);
    }

    ProviderId provider(String id) {
        return providers.getOrDefault(id, ProviderId.UNKNOWN);
    }

    static Id newId() {
        return new Id(IDS.getAndAdd(STRIDE));
    }

    Instant now() {
        return clock.instant();
    }

    void observe(StepContext at, Step step) {
        for (var observer : all) observe(observer, at, step);
        for (var observer : added.all()) if (!all.contains(observer)) observe(observer, at, step);
    }

    private void observe(Observer observer, StepContext at, Step step) {
        try {
            observer.observe(at, step);
        } catch (RuntimeException | LinkageError e) {
            if (failing.add(observer)) {
                log.accept(new AuthException(
                        ErrorType.AUTH_ERROR, "an observer threw an exception; this is logged once", e));
            }
        }
    }

    /** The upper half of the hash: a digest shows nothing of it. */
    Id flowOf(String secret) {
        return new Id(ByteBuffer.wrap(keyedHash.apply(secret)).getLong(8));
    }

    Digest digest(String value) {
        return digest(keyedHash, value);
    }

    /** @param keyedHash at least 16 bytes */
    public static Digest digest(Function<String, byte[]> keyedHash, String value) {
        byte[] mac = keyedHash.apply(value);
        return new Digest((mac[0] & 0xff) << 24 | (mac[1] & 0xff) << 16 | (mac[2] & 0xff) << 8 | (mac[3] & 0xff));
    }
}
