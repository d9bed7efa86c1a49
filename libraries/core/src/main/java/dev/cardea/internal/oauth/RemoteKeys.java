package dev.cardea.internal.oauth;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.provider.OAuthException;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a provider (RFC 7517 §5): fetched once for all callers, cached for five minutes, and for a day during an
 * outage.
 *
 * <p>A token that no known key verifies causes an immediate fetch, whether it names an unknown key, a known one or
 * none: the provider may just have replaced a key. At most two such fetches within thirty seconds may return the keys
 * that are already known. So an attacker with forged tokens cannot cause a flood of requests to the provider.
 */
final class RemoteKeys {
    static final Duration FRESH = Duration.ofMinutes(5);
    static final int MAX_KEYS = 100;
    static final int MAX_VAIN_FETCHES = 2;
    static final Duration VAIN_FETCH_WINDOW = Duration.ofSeconds(30);

    private final String address;
    private final HttpHandler http;
    private final Clock clock;
    private final CachedDocument<JWKSet> document;
    private final Deque<Instant> vainFetches = new ArrayDeque<>();
    private CachedDocument.@Nullable CachedCopy<JWKSet> lastInVain;

    RemoteKeys(String address, HttpHandler http, Clock clock) {
        this.address = address;
        this.http = http;
        this.clock = clock;
        document = new CachedDocument<>(this::fetch, FRESH, clock);
    }

    /** The result for a signature. */
    enum Verdict {
        VERIFIED,
        /** No key of the set verifies it, and the set is current. */
        WRONG,
        /** No key of the set verifies it, and the set was fetched too often without a new key to be fetched again. */
        LIMITED
    }

    /**
     * Returns whether one of the provider's keys verifies the signature.
     *
     * @param verifies tries one key
     * @throws OAuthException if the keys cannot be fetched
     */
    Verdict verify(JWKMatcher matcher, Predicate<JWK> verifies) {
        var before = document.last();
        var copy = document.current();
        if (anyVerifies(copy, matcher, verifies)) return Verdict.VERIFIED;
        if (copy != before) return Verdict.WRONG;
        if (!mayFetchAgain()) return Verdict.LIMITED;
        var newer = document.newerThan(copy);
        if (newer.content().equals(copy.content())) countVainFetch(newer);
        return anyVerifies(newer, matcher, verifies) ? Verdict.VERIFIED : Verdict.WRONG;
    }

    private static boolean anyVerifies(
            CachedDocument.CachedCopy<JWKSet> copy, JWKMatcher matcher, Predicate<JWK> verifies) {
        return new JWKSelector(matcher).select(copy.content()).stream().anyMatch(verifies);
    }

    private boolean mayFetchAgain() {
        synchronized (vainFetches) {
            var oldest = clock.instant().minus(VAIN_FETCH_WINDOW);
            vainFetches.removeIf(at -> !at.isAfter(oldest));
            return vainFetches.size() < MAX_VAIN_FETCHES;
        }
    }

    /** Counts a fetch once, however many callers waited for it. */
    private void countVainFetch(CachedDocument.CachedCopy<JWKSet> copy) {
        synchronized (vainFetches) {
            if (copy == lastInVain) return;
            lastInVain = copy;
            vainFetches.addLast(copy.fetched());
        }
    }

    private JWKSet fetch() {
        var answer = http.handle(Request.get(address).header("accept", "application/json, application/jwk-set+json"));
        if (answer.status() != 200) throw new OAuthException("the key set's URL responded with " + answer.status());
        return usable(JsonAnswer.object(answer, "the key set"));
    }

    /** Drops entries of unknown kinds, so that one of them does not invalidate the others. */
    private static JWKSet usable(Claims set) {
        var keys = new ArrayList<JWK>();
        for (var entry : set.get(Claim.list("keys")).orElse(List.of())) {
            if (keys.size() == MAX_KEYS) break;
            try {
                if (entry instanceof Map<?, ?> key)
                    keys.add(JWK.parse(Claims.of(key).toJson()));
            } catch (ParseException ignored) {
                // A key of an unknown kind.
            }
        }
        return new JWKSet(keys);
    }
}
