package dev.cardea.host.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The origin of the site: the host passes the request on and trusts no header itself. */
interface OriginContract extends HostTest {
    @Test
    default void forwarded_headers_are_not_trusted_by_default() {
        assertThat(origin(forwarded())).isEqualTo(site().address());
    }

    @Test
    default void forwarded_headers_are_trusted_if_configured() {
        site().with(config -> config.trustHost(true));
        assertThat(origin(forwarded())).isEqualTo("https://app.example");
        var answer = site().send(forwarded().headers(forwarded().headers()));
        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    default void forwarded_headers_of_an_unknown_proxy_are_ignored() {
        site().with(config -> config.trustHost(true).trustedProxies("10.0.0.0/8"));
        assertThat(origin(forwarded())).isEqualTo(site().address());
        site().with(config -> config.trustHost(true).trustedProxies("127.0.0.0/8"));
        assertThat(origin(forwarded())).isEqualTo("https://app.example");
    }

    /** A proxy that appends keeps the client's value before its own, so the first value is untrusted. */
    @Test
    default void only_the_last_of_several_hosts_of_a_configured_proxy_counts() {
        site().with(config -> config.trustHost(true));
        var list = site().get("/auth/providers").header("X-Forwarded-Host", "evil.example, app.example");
        var lines = site().get("/auth/providers")
                .header("X-Forwarded-Host", "evil.example")
                .header("X-Forwarded-Host", "app.example");
        assertThat(site().send(list).status()).isEqualTo(400);
        assertThat(site().send(lines).status()).isEqualTo(400);
        site().with(config -> config.trustHost(true).trustedProxies("127.0.0.0/8"));
        assertThat(origin(list)).isEqualTo("http://app.example");
        assertThat(origin(lines)).isEqualTo("http://app.example");
    }

    /** Preflights have no cookies, so no filter before Cardea's may answer them for a page that needs a session. */
    @Test
    default void a_listed_origin_uses_the_routes_by_script_and_no_other_does() {
        var spa = "http://localhost:5173";
        site().with(config -> config.allowedOrigins(spa));
        for (var origin : List.of(spa, "http://localhost:51730")) {
            boolean isListed = origin.equals(spa);
            var preflight = site().send(preflight(origin));
            assertThat(preflight.status()).isEqualTo(isListed ? 204 : 400);
            assertThat(preflight.header("Access-Control-Allow-Headers").isPresent())
                    .isEqualTo(isListed);
            var session = site().send(site().get("/auth/session").header("Origin", origin));
            for (var answer : List.of(preflight, session)) {
                assertThat(answer.headers().all("Access-Control-Allow-Origin"))
                        .isEqualTo(isListed ? List.of(spa) : List.of());
                assertThat(answer.headers().all("Access-Control-Allow-Credentials"))
                        .isEqualTo(isListed ? List.of("true") : List.of());
                assertThat(answer.headers().joined("Vary").orElse("")).contains("Origin");
            }
        }
    }

    private Request preflight(String origin) {
        var asked = site().get("/auth/signin/op")
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "content-type,x-auth-return-redirect");
        return Request.of("OPTIONS", "http", asked.target(), asked.headers(), new byte[0], null);
    }

    @Test
    default void a_configured_url_is_the_origin() {
        site().with(config -> config.url("https://fixed.example"));
        assertThat(origin(forwarded())).isEqualTo("https://fixed.example");
        var refused = site().send(site().get("/admin").header("Accept", "text/html"));
        assertThat(refused.header("Location"))
                .hasValue("https://fixed.example/auth/signin?callbackUrl=https%3A%2F%2Ffixed.example%2Fadmin");
        var csrf = site().send(site().get("/auth/csrf"));
        assertThat(csrf.headers().all("Set-Cookie")).allMatch(line -> line.contains("; Secure"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example"})
    default void an_unknown_host_is_not_served_without_trust(String host) {
        assertThat(site().send(at("/auth/providers", host)).status()).isEqualTo(500);
        var inside = site().send(at("/admin", host));
        assertThat(inside.status()).isEqualTo(500);
        assertThat(inside.text()).doesNotContain(Application.INSIDE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-Host",
                "X-Forwarded-Server",
                "X-Forwarded-For",
                "X-Forwarded-Port",
                "X-Forwarded-Prefix",
                "X-Forwarded-Uri",
                "X-Original-Host",
                "X-Original-URL",
                "X-Rewrite-URL",
                "X-Host",
                "X-Real-IP",
                "X-HTTP-Host-Override",
                "Forwarded"
            })
    default void no_header_changes_what_Auth_receives(String name) {
        for (var value :
                new String[] {"evil.example", "/open", "host=evil.example;proto=https;for=10.0.0.1", "10.0.0.1"}) {
            assertThat(origin(site().get("/auth/providers").header(name, value)))
                    .isEqualTo(site().address());
            var heard = site().heard().orElseThrow();
            assertThat(heard.target()).isEqualTo("/auth/providers");
            assertThat(heard.scheme()).isEqualTo("http");
            assertThat(heard.remoteAddress()).isEqualTo("127.0.0.1");
        }
    }

    private Request forwarded() {
        return site().get("/auth/providers")
                .header("X-Forwarded-Host", "app.example")
                .header("X-Forwarded-Proto", "https");
    }

    private Request at(String target, String host) {
        return site().get(target).headers(Headers.of("Host", host));
    }

    private String origin(Request request) {
        var text = site().send(request).text();
        int start = text.indexOf("\"signinUrl\":\"");
        assertThat(start).as(text).isPositive();
        return text.substring(start + 13, text.indexOf("/auth/signin", start));
    }
}
