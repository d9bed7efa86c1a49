package dev.cardea.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.StillClock;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.token.Secrets;
import dev.cardea.vectors.Vectors;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BridgeGateTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final Instant NOW = Instant.ofEpochSecond(1_767_225_600);
    private static final Request POST = Request.post(
                    "https://core.example/auth/signout?a=b", "text/plain", "callbackUrl=x")
            .header("cookie", "authjs.session-token=abc")
            .header("x-forwarded-proto", "https")
            .header("x-forwarded-host", "app.example")
            .header("x-forwarded-for", "203.0.113.9");

    private static final Request ONCE =
            POST.headers(POST.headers().set("cookie", "authjs.session-token=abc; cardea.once=1"));

    private static final Map<String, String> FIELDS = Map.of(
            "x-forwarded-proto", "proto",
            "x-forwarded-host", "host",
            "x-forwarded-for", "address",
            "content-type", "contentType");

    static Stream<Claims> vectors() {
        return Vectors.objects(Vectors.read("bridge"), "bridge");
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_known_call_has_its_known_signature_and_is_let_in(Claims vector) throws Exception {
        var now = Instant.ofEpochSecond((Long) vector.value("seconds"));
        var request = Request.of(vector.text("method"), "http://127.0.0.1" + vector.text("target"))
                .body(vector.text("body"));
        for (var header :
                List.of("cookie", "x-forwarded-proto", "x-forwarded-host", "x-forwarded-for", "content-type")) {
            var value = vector.text(FIELDS.getOrDefault(header, header));
            if (value != null) request = request.header(header, value);
        }
        var mode = BridgeMode.parse(vector.text("mode")).orElseThrow();
        var signed = new BridgeSigner(vector.text("secret")).sign(mode, request, now);
        assertThat(signed.header("x-cardea-bridge")).hasValue(vector.text("header"));
        var call = gate(now, vector.text("secret")).open(signed);
        assertThat(call.mode()).isEqualTo(mode);
        assertThat(call.request().headers().has("x-cardea-bridge")).isFalse();
        assertThat(call.assertsOrigin()).isEqualTo(vector.text("host") != null);
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                change("method", r -> rebuilt("PUT", r.target(), r)),
                change("path", r -> rebuilt(r.method(), "/auth/session?a=b", r)),
                change("query", r -> rebuilt(r.method(), "/auth/signout?a=c", r)),
                change("body", r -> r.body("callbackUrl=y")),
                change("cookie", r -> r.headers(r.headers().set("cookie", "authjs.session-token=abd"))),
                change("no cookie", r -> r.headers(r.headers().without("cookie"))),
                change("scheme", r -> r.headers(r.headers().set("x-forwarded-proto", "http"))),
                change("host", r -> r.headers(r.headers().set("x-forwarded-host", "evil.example"))),
                change("a second host", r -> r.header("x-forwarded-host", "evil.example")),
                change("no host", r -> r.headers(r.headers().without("x-forwarded-host"))),
                change("address", r -> r.headers(r.headers().set("x-forwarded-for", "203.0.113.10"))),
                change("a second address", r -> r.header("x-forwarded-for", "203.0.113.10")),
                change("no address", r -> r.headers(r.headers().without("x-forwarded-for"))),
                change("type", r -> r.headers(r.headers().set("content-type", "application/json"))),
                change("no type", r -> r.headers(r.headers().without("content-type"))),
                change("mode", r -> edited(r, "v2.act.", "v2.forward.")),
                change("time", r -> edited(r, "1767225600", "1767225601")));
    }

    private static Arguments change(String what, UnaryOperator<Request> how) {
        return Arguments.of(what, how);
    }

    private static Request rebuilt(String method, String target, Request r) {
        return Request.of(method, r.scheme(), target, r.headers(), r.body(), null);
    }

    private static Request edited(Request r, String from, String to) {
        var value = r.header("x-cardea-bridge").orElseThrow().replace(from, to);
        return r.headers(r.headers().set("x-cardea-bridge", value));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void every_part_that_a_call_depends_on_is_signed(String what, UnaryOperator<Request> change) throws Exception {
        var signed = new BridgeSigner(SECRET).sign(BridgeMode.ACT, POST, NOW);
        assertRejected(change.apply(signed), NOW, "the signature is wrong");
        assertThat(gate(NOW, SECRET).open(signed).mode()).isEqualTo(BridgeMode.ACT);
    }

    @Test
    void every_secret_of_the_list_may_have_signed_and_no_other() throws Exception {
        var signed = new BridgeSigner(SECRET).sign(BridgeMode.READ, POST, NOW);
        assertThat(gate(NOW, "the-new-one", SECRET).open(signed).mode()).isEqualTo(BridgeMode.READ);
        assertThatThrownBy(() -> gate(NOW, "the-new-one").open(signed)).isInstanceOf(BridgeRefusedException.class);
    }

    @Test
    void a_signature_counts_for_a_minute_either_way() throws Exception {
        var signed = new BridgeSigner(SECRET).sign(BridgeMode.FORWARD, POST, NOW);
        for (int off : new int[] {-60, 0, 60}) {
            assertThat(gate(NOW.plusSeconds(off), SECRET).open(signed).mode()).isEqualTo(BridgeMode.FORWARD);
        }
        assertRejected(signed, NOW.plusSeconds(61), "too old");
        assertRejected(signed, NOW.minusSeconds(61), "too old");
    }

    @Test
    void a_single_use_act_is_done_once_whatever_the_spelling_of_its_signature() throws Exception {
        var gate = gate(NOW, SECRET);
        var signed = new BridgeSigner(SECRET).sign(BridgeMode.ACT, ONCE, NOW);
        gate.open(signed);
        assertThatThrownBy(() -> gate.open(signed)).hasMessageContaining("used before");
        var value = signed.header("x-cardea-bridge").orElseThrow();
        var letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        for (char letter : letters.toCharArray()) {
            var other = value.substring(0, value.length() - 1) + letter;
            var again = signed.headers(signed.headers().set("x-cardea-bridge", other));
            assertThatThrownBy(() -> gate.open(again)).isInstanceOf(BridgeRefusedException.class);
        }
    }

    @Test
    void an_act_that_may_come_again_may_and_so_may_what_only_asks_or_is_a_browsers() throws Exception {
        var gate = gate(NOW, SECRET);
        var signer = new BridgeSigner(SECRET);
        var get = Request.get("https://core.example/auth/session");
        for (int i = 0; i < 2; i++) {
            gate.open(signer.sign(BridgeMode.READ, get, NOW));
            gate.open(signer.sign(BridgeMode.ACT, get, NOW));
            gate.open(signer.sign(BridgeMode.FORWARD, ONCE, NOW));
            gate.open(signer.sign(BridgeMode.ACT, POST, NOW));
        }
    }

    @Test
    void processes_that_share_a_store_remember_each_others_acts() throws Exception {
        Set<String> shared = new HashSet<>();
        var signed = new BridgeSigner(SECRET).sign(BridgeMode.ACT, ONCE, NOW);
        new BridgeGate(Secrets.of(SECRET), at(NOW), (key, expires) -> shared.add(key)).open(signed);
        var other = new BridgeGate(Secrets.of(SECRET), at(NOW), (key, expires) -> shared.add(key));
        assertThatThrownBy(() -> other.open(signed)).hasMessageContaining("used before");
    }

    @Test
    void acts_are_forgotten_when_their_signature_is_over_and_when_there_is_no_room_none_is_done() {
        var clock = new StillClock(NOW);
        var cache = new ReplayCache(clock);
        for (int i = 0; i < ReplayCache.MAX_KEYS; i++)
            assertThat(cache.markUsed("a" + i, NOW.plusSeconds(61))).isTrue();
        assertThat(cache.markUsed("one more", NOW.plusSeconds(61))).isFalse();
        clock.advance(Duration.ofSeconds(62));
        assertThat(cache.markUsed("one more", NOW.plusSeconds(123))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "v2",
                "v3.read.1767225600.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "v2.write.1767225600.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "v2.read.now.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "v2.read.1767225600.AAAA",
                "v2.read.1767225600.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "v2.read.1767225600.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            })
    void anything_else_is_not_a_signature(String value) {
        assertRejected(POST.header("x-cardea-bridge", value), NOW, "");
    }

    /** It covers neither the client's address nor the type of the body, so that both could be changed on the way. */
    @Test
    void a_signature_of_version_1_is_refused_and_told_apart() {
        var signed = new BridgeSigner(SECRET).sign(BridgeMode.ACT, POST, NOW);
        assertRejected(edited(signed, "v2.", "v1."), NOW, "version 1; update the caller");
    }

    @Test
    void two_signatures_are_none() {
        var signed = new BridgeSigner(SECRET).sign(BridgeMode.READ, POST, NOW);
        var value = signed.header("x-cardea-bridge").orElseThrow();
        assertRejected(signed.header("x-cardea-bridge", value), NOW, "not a signature");
    }

    private static void assertRejected(Request request, Instant now, String why) {
        assertThatThrownBy(() -> gate(now, SECRET).open(request))
                .isInstanceOf(BridgeRefusedException.class)
                .hasMessageContaining(why);
    }

    private static BridgeGate gate(Instant now, String newest, String... older) {
        return new BridgeGate(Secrets.of(newest, older), at(now), (key, expires) -> true);
    }

    private static Clock at(Instant now) {
        return Clock.fixed(now, ZoneOffset.UTC);
    }
}
