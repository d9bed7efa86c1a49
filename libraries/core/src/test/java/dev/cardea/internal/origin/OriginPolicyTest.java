package dev.cardea.internal.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.action.BadRequestException;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.vectors.Vectors;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who the client is, as far as that can be known. */
class OriginPolicyTest {
    private static final WebUrl SITE = WebUrl.parse("https://app.example").orElseThrow();

    @Test
    void a_peer_that_is_not_a_trusted_proxy_is_the_client() {
        var policy = new OriginPolicy(SITE, null, List.of(), List.of());
        assertThat(client(policy, "9.9.9.9", "8.8.8.8")).isEqualTo("9.9.9.9");
        var named = new OriginPolicy(SITE, null, List.of("10.0.0.0/8"), List.of());
        assertThat(client(named, "9.9.9.9", "8.8.8.8")).isEqualTo("9.9.9.9");
    }

    @Test
    void the_last_value_of_trusted_proxies_counts_and_not_the_ones_that_the_client_sent() {
        var policy = new OriginPolicy(SITE, null, List.of("10.0.0.0/8", "fd00::/8"), List.of());
        assertThat(client(policy, "10.0.0.1", "8.8.8.8")).isEqualTo("8.8.8.8");
        assertThat(client(policy, "10.0.0.1", "1.1.1.1, 8.8.8.8")).isEqualTo("8.8.8.8");
        assertThat(client(policy, "10.0.0.1", "1.1.1.1, 8.8.8.8, fd00::7, 10.0.0.2"))
                .isEqualTo("8.8.8.8");
        assertThat(client(policy, "10.0.0.1", "10.0.0.9, 10.0.0.2")).isEqualTo("10.0.0.9");
        assertThat(client(policy, "10.0.0.1", "1.1.1.1, unknown")).isEqualTo("none");
    }

    @Test
    void where_no_proxy_is_named_the_address_is_that_of_the_connection() {
        var policy = new OriginPolicy(null, true, List.of(), List.of());
        assertThat(client(policy, "10.0.0.1", "8.8.8.8, 9.9.9.9")).isEqualTo("10.0.0.1");
        assertThat(client(policy, "9.9.9.9", "8.8.8.8")).isEqualTo("9.9.9.9");
    }

    @Test
    void a_signed_address_counts_from_any_peer() {
        for (var policy : List.of(
                new OriginPolicy(null, true, List.of(), List.of()), new OriginPolicy(SITE, null, List.of(), List.of())))
            assertThat(client(policy.vouched(), "10.0.0.1", "8.8.8.8")).isEqualTo("8.8.8.8");
    }

    @Test
    void ports_and_brackets_are_not_part_of_an_address() {
        var policy = new OriginPolicy(SITE, null, List.of("10.0.0.0/8"), List.of());
        assertThat(client(policy, "10.0.0.1", "8.8.8.8:51234")).isEqualTo("8.8.8.8");
        assertThat(client(policy, "10.0.0.1", "[2a01:4f8::1]:51234")).isEqualTo("2a01:4f8:0:0:0:0:0:1");
        assertThat(client(policy, "10.0.0.1", "2a01:4f8::1")).isEqualTo("2a01:4f8:0:0:0:0:0:1");
        assertThat(client(policy, "10.0.0.1", " ")).isEqualTo("10.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ",,", " , ", ",8.8.8.8,", "\t", ";", "for=8.8.8.8"})
    void a_malformed_forwarded_address_is_ignored(String forwardedFor) {
        var any = new OriginPolicy(null, true, List.of(), List.of());
        var named = new OriginPolicy(SITE, null, List.of("10.0.0.0/8"), List.of());
        assertThat(client(any, "10.0.0.1", forwardedFor)).isIn("none", "10.0.0.1");
        assertThat(client(named, "10.0.0.1", forwardedFor)).isIn("none", "10.0.0.1");
    }

    static Stream<Claims> trusted() {
        return Vectors.objects(Vectors.read("origin"), "trusted");
    }

    static Stream<Claims> named() {
        return Vectors.objects(Vectors.read("origin"), "named");
    }

    /** The same cases as in the tests of the bridge in JavaScript. */
    @ParameterizedTest
    @MethodSource("trusted")
    void a_forwarded_host_counts_where_all_proxies_agree(Claims vector) {
        checkVector(new OriginPolicy(null, true, List.of(), List.of()), vector);
    }

    @ParameterizedTest
    @MethodSource("named")
    void named_proxies_and_allowed_hosts_decide_between_values_that_differ(Claims vector) {
        checkVector(
                new OriginPolicy(null, true, texts(vector, "trustedProxies"), texts(vector, "allowedHosts")), vector);
    }

    @Test
    void a_refused_list_tells_the_operator_what_to_set() {
        var policy = new OriginPolicy(null, true, List.of(), List.of());
        var headers = Headers.of("host", "inner.example").with("x-forwarded-host", "a.example, b.example");
        var request = Request.of("GET", "https", "/auth/session", headers, new byte[0], null);
        assertThatThrownBy(() -> policy.resolve(request))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("trustedProxies")
                .hasMessageContaining("AUTH_URL");
    }

    @Test
    void a_request_without_a_host_is_rejected() {
        var policy = new OriginPolicy(null, true, List.of(), List.of());
        var request = Request.of("GET", "https", "/auth/session", Headers.NONE, new byte[0], null);
        assertThatThrownBy(() -> policy.resolve(request)).isInstanceOf(BadRequestException.class);
    }

    @Test
    void behind_a_proxy_the_request_shows_scheme_and_host_of_the_site_and_the_address_of_the_client() {
        var policy = new OriginPolicy(SITE, null, List.of("10.0.0.0/8"), List.of());
        var direct = Headers.of("host", "app.example");
        for (var request : List.of(
                Request.of("GET", "http", "/page", direct, new byte[0], "8.8.8.8"),
                Request.of("GET", "https", "/page", Headers.of("host", "inner.example"), new byte[0], "8.8.8.8"),
                Request.of(
                        "GET", "https", "/page", direct.with("x-forwarded-for", "8.8.8.8"), new byte[0], "10.0.0.1"))) {
            var sent = policy.asSent(request, "https://app.example");
            assertThat(sent.scheme()).isEqualTo("https");
            assertThat(sent.headers().all("host")).containsExactly("app.example");
            assertThat(sent.remoteAddress()).isEqualTo("8.8.8.8");
            assertThat(sent.target()).isEqualTo("/page");
        }
    }

    @Test
    void only_a_peer_in_a_named_range_is_a_trusted_proxy() {
        var policy = new OriginPolicy(SITE, null, List.of("10.0.0.0/8"), List.of());
        var request = Request.of("GET", "https", "/", Headers.of("host", "app.example"), new byte[0], "10.0.0.1");
        assertThat(policy.isFromTrustedProxy(request)).isTrue();
        for (var peer : new String[] {"9.9.9.9", "unknown", null}) {
            var other = Request.of("GET", "https", "/", Headers.of("host", "app.example"), new byte[0], peer);
            assertThat(policy.isFromTrustedProxy(other)).as(peer).isFalse();
        }
    }

    @Test
    void each_request_is_for_its_own_origin_whatever_the_one_before_it_was_for() {
        var policy = new OriginPolicy(null, true, List.of(), List.of("a.example", "b.example"));
        for (int i = 0; i < 2; i++) {
            assertThat(policy.resolve(Request.get("https://a.example/")).origin())
                    .isEqualTo("https://a.example");
            assertThat(policy.resolve(Request.get("http://a.example/")).origin())
                    .isEqualTo("http://a.example");
            assertThat(policy.resolve(Request.get("http://b.example:81/")).origin())
                    .isEqualTo("http://b.example:81");
            assertThatThrownBy(() -> policy.resolve(Request.get("http://c.example/")))
                    .isInstanceOf(BadRequestException.class);
            var forwarded = Request.get("http://a.example/")
                    .header("X-Forwarded-Host", "b.example")
                    .header("X-Forwarded-Proto", "https");
            assertThat(policy.resolve(forwarded).origin()).isEqualTo("https://b.example");
        }
    }

    @Test
    void a_trusted_host_lends_its_trust_to_no_other() {
        var policy = new OriginPolicy(null, null, List.of(), List.of());
        assertThat(policy.resolve(Request.get("http://localhost/")).trusted()).isTrue();
        assertThat(policy.resolve(Request.get("http://app.example/")).trusted()).isFalse();
        assertThat(policy.resolve(Request.get("http://localhost/")).trusted()).isTrue();
        assertThat(policy.vouched().resolve(Request.get("http://app.example/")).trusted())
                .isTrue();
        assertThat(policy.resolve(Request.get("http://app.example/")).trusted()).isFalse();
    }

    private static void checkVector(OriginPolicy policy, Claims vector) {
        var headers = Headers.NONE;
        for (var line : vector.get(Claim.list("headers")).orElseThrow()) {
            var field = (List<?>) line;
            headers = headers.with(String.valueOf(field.get(0)), String.valueOf(field.get(1)));
        }
        var request = Request.of("GET", "http", "/auth/session", headers, new byte[0], vector.text("peer"));
        var origin = vector.text("origin");
        if (origin == null) assertThatThrownBy(() -> policy.resolve(request)).isInstanceOf(BadRequestException.class);
        else assertThat(policy.resolve(request)).isEqualTo(new OriginPolicy.Decision(origin, true));
    }

    private static List<String> texts(Claims vector, String name) {
        return vector.get(Claim.list(name)).orElseThrow().stream()
                .map(String::valueOf)
                .toList();
    }

    private static String client(OriginPolicy policy, String peer, String forwardedFor) {
        var headers = Headers.of("host", "app.example").with("x-forwarded-for", forwardedFor);
        var request = Request.of("GET", "https", "/auth/session", headers, new byte[0], peer);
        return policy.clientAddress(request).map(IpAddress::toString).orElse("none");
    }
}
