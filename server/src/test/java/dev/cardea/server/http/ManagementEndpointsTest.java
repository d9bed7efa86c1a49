package dev.cardea.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManagementEndpointsTest {
    private static final String TOKEN = "0123456789abcdef";

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // loopback listener, token of the configuration, host, authorization, status
                "true, -, 127.0.0.1:9464, -, 200",
                "true, -, localhost, -, 200",
                "true, -, '[::1]:9464', -, 200",
                "true, -, evil.example, -, 401",
                "true, -, -, -, 401",
                "false, -, 127.0.0.1:9464, -, 401",
                "false, -, 10.0.0.1:9464, Bearer , 401",
                "true, 0123456789abcdef, 127.0.0.1:9464, -, 401",
                "true, 0123456789abcdef, evil.example, Bearer 0123456789abcdef, 200",
                "false, 0123456789abcdef, 10.0.0.1:9464, Bearer 0123456789abcdef, 200",
                "false, 0123456789abcdef, 10.0.0.1:9464, Bearer 0123456789abcdee, 401",
                "false, 0123456789abcdef, 10.0.0.1:9464, 0123456789abcdef, 401",
            })
    void a_trace_is_shown_with_the_token_or_to_this_machine(
            boolean isLoopback, @Nullable String token, @Nullable String host, @Nullable String bearer, int status) {
        var endpoints = endpoints(isLoopback, token);
        var headers = Headers.NONE;
        if (host != null) headers = headers.set("host", host);
        if (bearer != null) headers = headers.set("authorization", bearer);
        var answer = endpoints.handle(
                Request.of("GET", "http", "/traces/0123456789abcdef", headers, new byte[0], "127.0.0.1"));
        assertThat(answer.status()).isEqualTo(status);
        if (status == 401) assertThat(answer.header("www-authenticate")).hasValue("Bearer");
    }

    /** A probe of Kubernetes has the address of the pod as its host. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // loopback listener, token of the configuration, host, authorization, facts
                "true, -, 127.0.0.1:9464, -, 200",
                "true, -, localhost:9464, -, 200",
                "true, -, '[::1]:9464', -, 200",
                "true, -, 10.42.0.7:9464, -, 200",
                "true, -, '[fd00::7]:9464', -, 200",
                "true, -, -, -, 200",
                "true, -, evil.example:9464, -, 421",
                "true, -, 127.0.0.1.evil.example, -, 421",
                "true, -, 127.0.0.1.5:9464, -, 421",
                "true, 0123456789abcdef, evil.example, -, 421",
                "true, 0123456789abcdef, monitoring.example, Bearer 0123456789abcdef, 200",
                "false, -, cardea.auth.svc:9464, -, 200"
            })
    void facts_are_for_requests_that_name_this_machine_or_an_address_and_probes_for_all(
            boolean isLoopback, @Nullable String token, @Nullable String host, @Nullable String bearer, int status) {
        var endpoints = endpoints(isLoopback, token);
        var headers = Headers.NONE;
        if (host != null) headers = headers.set("host", host);
        if (bearer != null) headers = headers.set("authorization", bearer);
        for (var path : new String[] {"/metrics", "/info"}) {
            var asked = Request.of("GET", "http", path, headers, new byte[0], "127.0.0.1");
            assertThat(endpoints.handle(asked).status()).as(path).isEqualTo(status);
        }
        for (var path : new String[] {"/livez", "/readyz"}) {
            var asked = Request.of("GET", "http", path, headers, new byte[0], "127.0.0.1");
            assertThat(endpoints.handle(asked).status()).as(path).isIn(200, 503);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /livez, 200",
        "HEAD, /livez, 200",
        "GET, /info, 200",
        "GET, /metrics, 200",
        "GET, /metrics/, 404",
        "POST, /metrics, 404",
        "GET, /traces, 404",
        "GET, /traces/, 404",
        "GET, /, 404",
        "GET, /healthz, 404",
    })
    void other_paths_and_methods_are_not_found(String method, String path, int status) {
        assertThat(endpoints(true, TOKEN)
                        .handle(Request.of(method, "http://127.0.0.1" + path))
                        .status())
                .isEqualTo(status);
    }

    @Test
    void the_loopback_is_known_by_name_and_address() {
        for (var host : new String[] {"127.0.0.1", "127.8.9.1", "localhost", "::1"}) {
            assertThat(ManagementEndpoints.isLoopback(host)).as(host).isTrue();
        }
        for (var host : new String[] {"0.0.0.0", "10.0.0.1", "::", "app.example", "127.0.0.1.example"}) {
            assertThat(ManagementEndpoints.isLoopback(host)).as(host).isFalse();
        }
    }

    private static ManagementEndpoints endpoints(boolean isLoopback, @Nullable String token) {
        var endpoints =
                new ManagementEndpoints(Readiness.of(null), () -> Claims.of("name", "cardea"), isLoopback, token);
        endpoints.add("/metrics", request -> Response.of(200, "text/plain", "m 1\n"));
        endpoints.addGuarded("/traces/", request -> Response.of(200, "text/plain", "trace"));
        return endpoints;
    }
}
