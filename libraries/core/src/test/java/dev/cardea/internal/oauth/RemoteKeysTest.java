package dev.cardea.internal.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import dev.cardea.StillClock;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.observe.ProviderId;
import dev.cardea.provider.OAuthException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often a provider's key set is fetched, and that a replaced key is found immediately. */
class RemoteKeysTest {
    private static final String ADDRESS = "https://op.example/jwks";
    private static final List<String> ES256 = List.of("ES256");
    /** For the published keys, or no longer. */
    private static final Set<Thread.State> WAITING =
            Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.TERMINATED);

    private final ECKey first = key("a");
    private final StillClock hands = new StillClock();
    private final PublishedKeys published = new PublishedKeys(first);
    private final IdTokens idTokens = new IdTokens(published, hands, ProviderId.UNKNOWN);

    @Test
    void keys_are_fetched_once_for_many_tokens() {
        for (int i = 0; i < 20; i++) verify(token(first, "a"));
        assertThat(published.fetches).hasValue(1);
    }

    @Test
    @Tag("slow")
    void five_hundred_threads_share_one_fetch() throws Exception {
        published.gate = new CountDownLatch(1);
        var threads = Executors.newFixedThreadPool(500);
        try {
            var token = token(first, "a");
            var all = started(threads, 500, () -> verify(token));
            published.gate.countDown();
            for (var one : all) one.get(60, TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }
        assertThat(published.fetches).hasValue(1);
    }

    @Test
    void a_key_with_a_new_kid_is_found_immediately() {
        verify(token(first, "a"));
        var second = key("b");
        published.keys = List.of(second);
        verify(token(second, "b"));
        assertThat(published.fetches).hasValue(2);
    }

    @Test
    void a_key_replaced_under_the_same_kid_is_found_immediately() {
        verify(token(first, "a"));
        var second = key("a");
        published.keys = List.of(second);
        verify(token(second, "a"));
        assertThat(published.fetches).hasValue(2);
    }

    @Test
    void a_replaced_key_without_a_kid_is_found_immediately() {
        published.keys = List.of(nameless(first));
        verify(token(first, null));
        var second = key("b");
        published.keys = List.of(nameless(second));
        verify(token(second, null));
        assertThat(published.fetches).hasValue(2);
    }

    @Test
    void keys_that_change_every_few_seconds_are_found_each_time() {
        for (int i = 0; i < 30; i++) {
            var next = key("key " + i);
            published.keys = List.of(next);
            verify(token(next, "key " + i));
            hands.advance(Duration.ofSeconds(4));
        }
    }

    @Test
    void a_flood_of_unknown_kids_causes_no_more_fetches_and_the_limit_is_named() {
        verify(token(first, "a"));
        var stranger = key("unpublished");
        for (int i = 0; i < 1_000; i++) {
            var token = token(stranger, "unknown " + i);
            assertThatThrownBy(() -> verify(token)).isInstanceOf(OAuthException.class);
        }
        assertThat(published.fetches).hasValue(1 + RemoteKeys.MAX_VAIN_FETCHES);
        assertThatThrownBy(() -> verify(token(stranger, "again")))
                .hasMessageContaining("signature is wrong")
                .hasMessageContaining("the limit of 2 key set fetches without a new key within 30 s is reached");
    }

    @Test
    void wrong_signatures_with_a_known_kid_or_none_are_limited_too() {
        published.keys = List.of(first, nameless(key("b")));
        verify(token(first, "a"));
        var stranger = key("unpublished");
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> verify(token(stranger, "a"))).hasMessageContaining("signature is wrong");
            assertThatThrownBy(() -> verify(token(stranger, null))).hasMessageContaining("signature is wrong");
        }
        assertThat(published.fetches).hasValue(1 + RemoteKeys.MAX_VAIN_FETCHES);
    }

    @Test
    void known_keys_verify_while_the_limit_is_reached_and_new_ones_after_it() {
        a_flood_of_unknown_kids_causes_no_more_fetches_and_the_limit_is_named();
        verify(token(first, "a"));
        hands.advance(RemoteKeys.VAIN_FETCH_WINDOW.plusSeconds(1));
        var second = key("b");
        published.keys = List.of(second);
        verify(token(second, "b"));
    }

    @Test
    void forged_logout_tokens_do_not_reach_the_limit_of_ID_tokens() {
        verify(token(first, "a"));
        var stranger = token(key("unpublished"), "unknown");
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> idTokens.verify(IdTokens.Kind.LOGOUT_TOKEN, stranger, ADDRESS, ES256, null))
                    .hasMessageContaining("signature is wrong");
        }
        assertThat(published.fetches).hasValueLessThanOrEqualTo(2 + RemoteKeys.MAX_VAIN_FETCHES);
        var second = key("b");
        published.keys = List.of(second);
        verify(token(second, "b"));
    }

    @Test
    void a_fetch_in_vain_counts_for_exactly_thirty_seconds() {
        a_flood_of_unknown_kids_causes_no_more_fetches_and_the_limit_is_named();
        var second = key("b");
        published.keys = List.of(first, second);
        hands.advance(RemoteKeys.VAIN_FETCH_WINDOW.minusMillis(1));
        assertThatThrownBy(() -> verify(token(second, "b"))).hasMessageContaining("the limit of 2");
        hands.advance(Duration.ofMillis(1));
        verify(token(second, "b"));
    }

    @Test
    void a_fetch_in_vain_that_two_tokens_wait_for_counts_once() throws Exception {
        verify(token(first, "a"));
        published.gate = new CountDownLatch(1);
        var token = token(key("unpublished"), "unknown");
        var threads = List.of(new Thread(() -> assertRejected(token)), new Thread(() -> assertRejected(token)));
        threads.forEach(Thread::start);
        for (var thread : threads) {
            while (!WAITING.contains(thread.getState())) Thread.onSpinWait();
        }
        published.gate.countDown();
        for (var thread : threads) thread.join();
        assertThat(published.fetches).hasValue(2);
        for (int i = 0; i < 3; i++) assertRejected(token);
        assertThat(published.fetches).hasValue(1 + RemoteKeys.MAX_VAIN_FETCHES);
    }

    private void assertRejected(String token) {
        assertThatThrownBy(() -> verify(token)).hasMessageContaining("signature is wrong");
    }

    @Test
    void a_fetch_that_finds_a_new_key_does_not_count_as_one_in_vain() {
        verify(token(first, "a"));
        for (int i = 0; i < RemoteKeys.MAX_VAIN_FETCHES + 2; i++) {
            var next = key("next " + i);
            published.keys = List.of(next);
            verify(token(next, "next " + i));
        }
        assertThat(published.fetches).hasValue(1 + RemoteKeys.MAX_VAIN_FETCHES + 2);
    }

    /** A provider may publish keys for other purposes and of kinds that this version does not know. */
    @Test
    void entries_that_are_not_usable_keys_do_not_invalidate_the_others() {
        published.other = "{\"kty\":\"unheard of\"},\"text\",null,{},";
        verify(token(first, "a"));
    }

    @Test
    void a_key_set_without_a_list_of_keys_has_none() {
        for (var set : List.of("{}", "{\"keys\":\"none\"}", "{\"keys\":[]}")) {
            var empty = new IdTokens(request -> Response.json(200, set), hands, ProviderId.UNKNOWN);
            assertThatThrownBy(() -> empty.verify(IdTokens.Kind.ID_TOKEN, token(first, "a"), ADDRESS, ES256, null))
                    .hasMessage("the ID token's signature is wrong");
        }
    }

    @Test
    void a_set_of_keys_is_fetched_from_the_address_that_the_token_is_verified_with() {
        var asked = new ArrayList<String>();
        var two = new IdTokens(
                request -> {
                    asked.add(request.url() + " " + request.header("accept").orElse(""));
                    return published.handle(request);
                },
                hands,
                ProviderId.UNKNOWN);
        for (var address : List.of(ADDRESS, ADDRESS, "https://other.example/jwks")) {
            two.verify(IdTokens.Kind.ID_TOKEN, token(first, "a"), address, ES256, null);
        }
        assertThat(asked)
                .containsExactly(
                        ADDRESS + " application/json, application/jwk-set+json",
                        "https://other.example/jwks application/json, application/jwk-set+json");
    }

    @Test
    void a_token_that_the_fetched_keys_do_not_verify_causes_no_second_fetch() {
        assertThatThrownBy(() -> verify(token(key("b"), "b"))).hasMessage("the ID token's signature is wrong");
        assertThat(published.fetches).hasValue(1);
    }

    @Test
    void keys_are_fetched_again_after_five_minutes() {
        verify(token(first, "a"));
        hands.advance(RemoteKeys.FRESH.minusSeconds(1));
        verify(token(first, "a"));
        assertThat(published.fetches).hasValue(1);
        hands.advance(Duration.ofSeconds(1));
        verify(token(first, "a"));
        assertThat(published.fetches).hasValue(2);
    }

    @Test
    void keys_serve_for_a_day_during_an_outage_with_a_fetch_every_thirty_seconds() {
        verify(token(first, "a"));
        published.keys = null;
        hands.advance(Duration.ofHours(12));
        for (int i = 0; i < 10; i++) verify(token(first, "a"));
        assertThat(published.fetches).hasValue(2);
        hands.advance(CachedDocument.RETRY_WITH_COPY);
        verify(token(first, "a"));
        assertThat(published.fetches).hasValue(3);
        hands.advance(Duration.ofHours(12));
        assertThatThrownBy(() -> verify(token(first, "a")))
                .hasMessageContaining("keys could not be fetched: the key set's URL responded with 503");
    }

    @Test
    void without_keys_a_fetch_is_tried_every_five_seconds_during_an_outage() {
        published.keys = null;
        for (int i = 0; i < 50; i++) {
            assertThatThrownBy(() -> verify(token(first, "a"))).hasMessageContaining("responded with 503");
        }
        assertThat(published.fetches).hasValue(1);
        published.keys = List.of(first);
        hands.advance(CachedDocument.RETRY);
        verify(token(first, "a"));
    }

    @Test
    void no_more_than_a_hundred_keys_are_read() {
        var many = new ArrayList<ECKey>();
        for (int i = 0; i < RemoteKeys.MAX_KEYS - 1; i++)
            many.add(new ECKey.Builder(first).keyID("copy " + i).build());
        var hundredth = key("hundredth");
        var beyond = key("beyond");
        many.add(hundredth);
        many.add(beyond);
        published.keys = many;
        verify(token(hundredth, "hundredth"));
        assertThatThrownBy(() -> verify(token(beyond, "beyond"))).hasMessageContaining("signature is wrong");
    }

    private void verify(String token) {
        assertThat(idTokens.verify(IdTokens.Kind.ID_TOKEN, token, ADDRESS, ES256, null)
                        .claims()
                        .text("sub"))
                .isEqualTo("ada");
    }

    private static List<Future<?>> started(ExecutorService threads, int count, Runnable task) {
        var ready = new CountDownLatch(count);
        var all = new ArrayList<Future<?>>();
        for (int i = 0; i < count; i++) {
            all.add(threads.submit(() -> {
                ready.countDown();
                ready.await();
                task.run();
                return null;
            }));
        }
        return all;
    }

    private static String token(ECKey key, @Nullable String kid) {
        try {
            var header = new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(kid).build();
            var token = new JWSObject(header, new Payload("{\"sub\":\"ada\"}"));
            token.sign(new ECDSASigner(key));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ECKey key(String kid) {
        try {
            return new ECKeyGenerator(Curve.P_256)
                    .keyUse(KeyUse.SIGNATURE)
                    .keyID(kid)
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ECKey nameless(ECKey key) {
        return new ECKey.Builder(key).keyID(null).build();
    }

    /** A key set at an address; without {@code keys} the provider is down. */
    private static final class PublishedKeys implements HttpHandler {
        final AtomicInteger fetches = new AtomicInteger();
        volatile @Nullable List<ECKey> keys;
        volatile String other = "";
        volatile CountDownLatch gate = new CountDownLatch(0);

        PublishedKeys(ECKey key) {
            keys = List.of(key);
        }

        @Override
        public Response handle(Request request) {
            fetches.incrementAndGet();
            try {
                if (!gate.await(60, TimeUnit.SECONDS)) throw new IllegalStateException("the gate did not open");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            var now = keys;
            if (now == null) return Response.of(503);
            var all = new ArrayList<JWK>(now);
            return Response.json(200, new JWKSet(all).toString(true).replace("[", "[" + other));
        }
    }
}
