package dev.cardea.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.WebUrl;
import dev.cardea.net.IpAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who the client is, as far as that can be known. */
class OriginPolicyTest {
    private static final WebUrl SITE = WebUrl.parse("https://app.example").orElseThrow();

    @Test
    void a_peer_that_nobody_named_is_the_client_whatever_it_says() {
        var policy = new OriginPolicy(SITE, null, List.of(), List.of());
        assertThat(client(policy, "9.9.9.9", "8.8.8.8")).isEqualTo("9.9.9.9");
        var named = new OriginPolicy(SITE, null, List.of("10.0.0.0/8"), List.of());
        assertThat(client(named, "9.9.9.9", "8.8.8.8")).isEqualTo("9.9.9.9");
    }

    @Test
    void of_named_proxies_the_last_word_counts_and_not_what_the_client_put_before_it() {
        var policy = new OriginPolicy(SITE, null, List.of("10.0.0.0/8", "fd00::/8"), List.of());
        assertThat(client(policy, "10.0.0.1", "8.8.8.8")).isEqualTo("8.8.8.8");
        assertThat(client(policy, "10.0.0.1", "1.1.1.1, 8.8.8.8")).isEqualTo("8.8.8.8");
        assertThat(client(policy, "10.0.0.1", "1.1.1.1, 8.8.8.8, fd00::7, 10.0.0.2"))
                .isEqualTo("8.8.8.8");
        assertThat(client(policy, "10.0.0.1", "10.0.0.9, 10.0.0.2")).isEqualTo("10.0.0.9");
        assertThat(client(policy, "10.0.0.1", "1.1.1.1, unknown")).isEqualTo("nobody");
    }

    @Test
    void where_any_proxy_is_trusted_the_first_word_counts() {
        var policy = new OriginPolicy(null, true, List.of(), List.of());
        assertThat(client(policy, "10.0.0.1", "8.8.8.8, 9.9.9.9")).isEqualTo("8.8.8.8");
    }

    @Test
    void ports_and_brackets_are_no_part_of_an_address() {
        var policy = new OriginPolicy(SITE, null, List.of("10.0.0.0/8"), List.of());
        assertThat(client(policy, "10.0.0.1", "8.8.8.8:51234")).isEqualTo("8.8.8.8");
        assertThat(client(policy, "10.0.0.1", "[2a01:4f8::1]:51234")).isEqualTo("2a01:4f8:0:0:0:0:0:1");
        assertThat(client(policy, "10.0.0.1", "2a01:4f8::1")).isEqualTo("2a01:4f8:0:0:0:0:0:1");
        assertThat(client(policy, "10.0.0.1", " ")).isEqualTo("10.0.0.1");
    }

    private static String client(OriginPolicy policy, String peer, String forwardedFor) {
        var headers = Headers.of("host", "app.example").with("x-forwarded-for", forwardedFor);
        var request = Request.of("GET", "https", "/auth/session", headers, new byte[0], peer);
        return policy.clientAddress(request).map(IpAddress::toString).orElse("nobody");
    }
}
