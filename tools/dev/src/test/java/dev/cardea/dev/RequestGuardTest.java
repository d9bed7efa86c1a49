package dev.cardea.dev;

import static dev.cardea.dev.LocalBrowser.SITE;
import static dev.cardea.dev.LocalBrowser.from;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.providers.Google;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestGuardTest {
    private static final List<String> PATHS =
            List.of("/auth/signin", "/auth/session", "/_cardea", "/_cardea/inbox.json");

    @TempDir
    private Path folder;

    private Auth auth;

    @BeforeEach
    void start() {
        auth = Auth.of(
                CardeaDev.in(folder).extend(AuthConfig.builder().env(Env.none()).provider(Google.provider())));
    }

    private static Request navigation(String path) {
        return LocalBrowser.navigating(Request.get(SITE + path));
    }

    private void assertRejected(Request request) {
        assertThat(auth.handles(request)).isTrue();
        var answer = auth.handle(request);
        assertThat(answer.status()).as(request.toString()).isEqualTo(403);
        assertThat(answer.header("Cardea-Development")).contains("1");
        assertThat(answer.headers().names())
                .noneMatch(name -> name.toLowerCase(java.util.Locale.ROOT).startsWith("access-control"));
    }

    private Response get(String path) {
        return auth.handle(from("127.0.0.1", navigation(path)));
    }

    @Test
    void a_browser_on_this_machine_is_answered() {
        for (var path : PATHS) assertThat(get(path).status()).as(path).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1", "127.1.2.3", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1", "0:0:0:0:0:0:0:1%lo"})
    void a_peer_on_this_machine_is_accepted(String peer) {
        assertThat(auth.handle(from(peer, navigation("/_cardea"))).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"192.168.1.7", "203.0.113.9", "fe80::1", "::ffff:10.0.0.1", "10.127.0.0.1", "localhost.example"})
    void another_machine_is_rejected(String peer) {
        for (var path : PATHS) assertRejected(from(peer, navigation(path)));
    }

    @Test
    void an_unknown_peer_is_rejected() {
        for (var path : PATHS) assertRejected(from(null, navigation(path)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app.example",
                "localhost.example",
                "192.168.1.7:3000",
                "attacker.test",
                "localhost@app.example",
                ""
            })
    void another_host_is_rejected_so_a_name_that_points_here_reads_nothing(String host) {
        for (var path : PATHS) {
            var request = navigation(path);
            assertRejected(from("127.0.0.1", request.headers(request.headers().set("Host", host))));
        }
    }

    @Test
    void two_hosts_and_no_host_are_rejected() {
        var request = navigation("/_cardea");
        assertRejected(from("127.0.0.1", request.header("Host", "app.example")));
        assertRejected(from("127.0.0.1", request.headers(request.headers().without("host"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For",
                "X-Forwarded-Host",
                "X-Forwarded-Proto",
                "Forwarded",
                "X-Real-IP",
                "Via",
                "CF-Connecting-IP",
                "x-forwarded-anything"
            })
    void a_request_through_a_proxy_is_rejected(String header) {
        for (var path : PATHS) assertRejected(from("127.0.0.1", navigation(path).header(header, "127.0.0.1")));
    }

    @Test
    void a_page_of_another_site_reads_nothing_and_signs_no_user_in() {
        var read = Request.get(SITE + "/_cardea/inbox.json")
                .header("Sec-Fetch-Site", "cross-site")
                .header("Sec-Fetch-Mode", "no-cors")
                .header("Sec-Fetch-Dest", "script");
        assertRejected(from("127.0.0.1", read));
        var frame = Request.get(SITE + "/_cardea")
                .header("Sec-Fetch-Site", "cross-site")
                .header("Sec-Fetch-Mode", "navigate")
                .header("Sec-Fetch-Dest", "iframe");
        assertRejected(from("127.0.0.1", frame));
        for (var path : List.of("/_cardea/sign-in", "/_cardea/authorize/google", "/_cardea/inbox/clear")) {
            var post = Request.post(SITE + path, "application/x-www-form-urlencoded", "provider=google&person=1001");
            assertRejected(from("127.0.0.1", post));
            assertRejected(from("127.0.0.1", post.header("Origin", "https://attacker.example")));
            assertRejected(from("127.0.0.1", post.header("Origin", "http://localhost:4000")));
            assertRejected(from("127.0.0.1", post.header("Origin", "null")));
            assertRejected(from("127.0.0.1", post.header("Sec-Fetch-Site", "same-site")));
            for (var origin : List.of("http://localhost:4000", "null")) {
                var contradiction = post.header("Origin", origin).header("Sec-Fetch-Site", "same-origin");
                assertRejected(from("127.0.0.1", contradiction));
            }
            assertRejected(from(
                    "127.0.0.1",
                    post.header("Sec-Fetch-Site", "none")
                            .header("Sec-Fetch-Mode", "navigate")
                            .header("Sec-Fetch-Dest", "document")));
            assertRejected(from(
                    "127.0.0.1",
                    post.header("Origin", "https://attacker.example").header("Sec-Fetch-Site", "same-origin")));
        }
    }

    @Test
    void a_sign_in_behind_a_proxy_that_hides_itself_is_rejected_because_its_page_has_another_origin() {
        var post = Request.post(SITE + "/auth/signin/google", "application/x-www-form-urlencoded", "csrfToken=x")
                .header("Origin", "https://app.example")
                .header("Sec-Fetch-Site", "same-origin");
        assertRejected(from("127.0.0.1", post));
    }

    @Test
    void a_program_without_the_headers_of_a_browser_gets_the_header_that_it_has_to_send() {
        var answer = auth.handle(from("127.0.0.1", Request.get(SITE + "/_cardea/inbox.json")));
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.text()).contains("Sec-Fetch-Site: same-origin");
        var complete = Request.get(SITE + "/_cardea/inbox.json").header("Sec-Fetch-Site", "same-origin");
        assertThat(auth.handle(from("127.0.0.1", complete)).status()).isEqualTo(200);
    }

    @Test
    void a_code_never_leaves_this_machine() {
        var query = "client_id=development&response_type=code&redirect_uri=https%3A%2F%2Fattacker.example%2Fcb";
        assertThat(get("/_cardea/authorize/google?" + query).status()).isEqualTo(400);
        var post = Request.post(
                        SITE + "/_cardea/authorize/google", "application/x-www-form-urlencoded", query + "&person=1001")
                .header("Origin", SITE);
        assertThat(auth.handle(from("127.0.0.1", post)).status()).isEqualTo(400);
    }

    @Test
    void pages_cannot_be_framed_cached_or_scripted() {
        for (var path : List.of("/_cardea", "/_cardea/inbox.json")) {
            assertThat(get(path).header("Cache-Control")).contains("no-store");
        }
        var headers = get("/_cardea").headers();
        assertThat(headers.first("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'")
                .contains("frame-ancestors 'none'")
                .doesNotContain("script-src");
        assertThat(headers).extracting(Headers::toString).asString().contains("X-Frame-Options");
    }
}
