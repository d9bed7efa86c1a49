package dev.cardea.host.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.cardea.action.AuthRequest;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.testing.Browser;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code Auth} receives target, headers and body as the browser sent them, within the limits. */
interface MessageContract extends HostTest {
    String NAME = "Zoë 🗝 \u202Eǝoz & =+%";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/auth/session",
                "/auth/session?a=b",
                "/auth/session?a=%7C%20+&b=%C3%A9&c&d=&=e&a=again",
                "/auth/signin/a%20b",
                "/auth/callback/%E2%82%AC",
                "/auth/signin?callbackUrl=http%3A%2F%2F127.0.0.1%2Fa%3Fb%3Dc%26d%23e",
                "/auth/callback/op?code=a/b:c@d!$'()*,;~-._&state=x?y"
            })
    default void a_target_arrives_as_sent(String target) {
        site().send(site().get(target));
        assertThat(site().heard()).map(Request::target).hasValue(target);
    }

    /**
     * If a server sends head and body separately, the second part waits for the client's delayed acknowledgement
     * (RFC 896): then every series takes 40 ms an answer, on any machine. A busy machine is late for some series only.
     */
    @Tag("nightly")
    @Test
    default void answers_over_one_connection_are_not_40_milliseconds_apart() throws IOException {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        var quick = fastestQuarter();
        while (quick.compareTo(Duration.ofMillis(30)) >= 0 && System.nanoTime() < end) quick = fastestQuarter();
        assertThat(quick).isLessThan(Duration.ofMillis(30));
    }

    /** Returns the time within which the fastest quarter of 40 answers over one connection arrived. */
    private Duration fastestQuarter() throws IOException {
        var address = site().address().substring("http://".length());
        var get = ("GET /open HTTP/1.1\r\nHost: " + address + "\r\n\r\n").getBytes(UTF_8);
        var port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
        List<Long> times = new ArrayList<>();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            for (int i = 0; i < 60; i++) {
                long start = System.nanoTime();
                socket.getOutputStream().write(get);
                readTo("open to every visitor", socket.getInputStream());
                // Every client acknowledges the first responses immediately.
                if (i >= 20) times.add(System.nanoTime() - start);
            }
        }
        return Duration.ofNanos(times.stream().sorted().toList().get(10));
    }

    private static void readTo(String end, InputStream in) throws IOException {
        var read = new StringBuilder();
        while (read.indexOf(end, Math.max(0, read.length() - end.length())) < 0) {
            int next = in.read();
            if (next < 0) throw new AssertionError("the response ends after " + read);
            read.append((char) next);
        }
    }

    @Test
    default void a_query_may_contain_characters_that_browsers_do_not_encode() {
        assumeFalse(limits().contains(HostLimit.NO_RAW_QUERY), HostLimit.NO_RAW_QUERY.name());
        var target = "/auth/callback/op?code=a|b{c}d^e`f";
        site().send(site().get(target));
        assertThat(site().heard()).map(Request::target).hasValue(target);
    }

    @Test
    default void headers_arrive_line_by_line_with_names_in_any_case() {
        site().send(site().get("/auth/session")
                .header("x-oNe", "1")
                .header("X-Many", "a, b")
                .header("x-many", "c")
                .header("X-Empty", "")
                .header("aCCept-langUAGE", "de"));
        var headers = site().heard().orElseThrow().headers();
        assertThat(headers.all("X-One")).containsExactly("1");
        assertThat(headers.joined("X-MANY")).hasValue("a, b, c");
        assertThat(headers.joined("x-empty").orElse("")).isEmpty();
        assertThat(headers.joined("Accept-Language")).hasValue("de");
        assertThat(headers.first("host")).hasValue(site().address().substring(7));
    }

    @Test
    default void several_cookie_lines_are_one() {
        var cookies = site().signedIn("Ada").cookies(site().address());
        var session = cookies.entrySet().stream()
                .filter(cookie -> cookie.getKey().startsWith(Site.SESSION))
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
        var answer = site().send(site().get("/auth/session")
                .header("Cookie", "a=1")
                .header("cookie", session)
                .header("Cookie", "b=2"));
        assertThat(answer.text()).contains("Ada");
    }

    @Test
    default void the_scheme_of_the_connection_is_known() {
        site().send(site().get("/auth/session"));
        var heard = site().heard().orElseThrow();
        assertThat(heard.remoteAddress()).isEqualTo("127.0.0.1");
        assertThat(heard.scheme()).isEqualTo("http");
        assertThat(heard.method()).isEqualTo("GET");
    }

    @Test
    default void a_request_without_a_host_is_rejected() {
        var answer = site().wire().one(bytes("GET /auth/session HTTP/1.1\r\nConnection: close\r\n\r\n"), "GET");
        assertThat(answer.status()).isBetween(400, 499);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/x-www-form-urlencoded",
                "application/x-www-form-urlencoded; charset=UTF-8",
                "Application/X-WWW-Form-Urlencoded;charset=utf-8",
                "application/x-www-form-urlencoded; charset=ISO-8859-1"
            })
    default void a_form_is_read_as_UTF_8(String type) {
        var browser = site().browser();
        signsIn(browser, type, Form.encode(fields(browser)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/json; charset=utf-8"})
    default void JSON_is_read_as_UTF_8(String type) {
        var browser = site().browser();
        signsIn(browser, type, dev.cardea.json.Claims.of(fields(browser)).toJson());
    }

    @Test
    default void query_parameters_are_not_form_fields() {
        var browser = site().browser();
        var token = site().csrf(browser);
        browser.send(site().post(
                        "/auth/callback/credentials?username=eve&password=x&csrfToken=y",
                        Site.FORM,
                        "csrfToken=" + token));
        assertThat(site().credentials).singleElement().satisfies(accepted -> {
            assertThat(accepted.has("username")).isFalse();
            assertThat(accepted.text("csrfToken")).isEqualTo(token);
        });
    }

    @Test
    default void a_chunked_body_is_joined() {
        var browser = site().browser();
        var body = Form.encode(fields(browser)).getBytes(UTF_8);
        var head = "POST /auth/callback/credentials HTTP/1.1\r\nHost: "
                + site().address().substring(7)
                + "\r\nCookie: " + cookies(browser) + "\r\nContent-Type: " + Site.FORM
                + "\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
        var half = body.length / 2;
        var text = new String(body, UTF_8);
        var answer = site().wire()
                .one(
                        bytes(head + Integer.toHexString(half) + "\r\n" + text.substring(0, half) + "\r\n"
                                + Integer.toHexString(body.length - half) + "\r\n" + text.substring(half)
                                + "\r\n0\r\n\r\n"),
                        "POST");
        assertThat(answer.status()).isEqualTo(302);
        assertThat(site().credentials)
                .singleElement()
                .satisfies(e -> assertThat(e.text("username")).isEqualTo(NAME));
    }

    @Test
    default void a_body_may_have_the_maximum_length_and_no_more() {
        var browser = site().browser();
        var form = Form.encode(fields(browser)) + "&more=";
        int room = AuthRequest.MAX_BODY - form.length();
        assertThat(post(browser, form + "x".repeat(room)).status()).isEqualTo(302);
        assertThat(site().credentials).hasSize(1);

        var longer = post(browser, form + "x".repeat(room + 1));
        assertThat(longer.status()).isIn(400, 413);
        assertThat(longer.headers().all("Set-Cookie")).isEmpty();
        assertThat(post(browser, form + "x".repeat(1_000_000)).status()).isIn(400, 413, Wire.CLOSED);
        assertThat(site().credentials).hasSize(1);
    }

    @Test
    default void the_rest_of_an_oversized_body_is_not_read_as_a_request() {
        var hidden = "GET /open HTTP/1.1\r\nHost: " + site().address().substring(7) + "\r\n\r\n";
        var body = "x".repeat(70_000) + hidden + "y".repeat(10);
        var head = "POST /auth/signout HTTP/1.1\r\nHost: " + site().address().substring(7) + "\r\nContent-Type: "
                + Site.FORM + "\r\nContent-Length: " + body.length() + "\r\n\r\n";
        var last = "GET /auth/session HTTP/1.1\r\nHost: " + site().address().substring(7)
                + "\r\nConnection: close\r\n\r\n";
        var answers = site().wire().answers(bytes(head + body + last), "POST", 1);
        assertThat(answers)
                .hasSizeLessThanOrEqualTo(2)
                .noneMatch(answer -> answer.text().contains("open to every visitor"));
    }

    @Test
    default void one_connection_carries_several_requests() {
        var host = "Host: " + site().address().substring(7) + "\r\n";
        var post = "POST /auth/signout HTTP/1.1\r\n" + host + "Content-Type: " + Site.FORM
                + "\r\nContent-Length: 3\r\n\r\na=b";
        var answers = site().wire()
                .answers(
                        bytes(post + "GET /open HTTP/1.1\r\n" + host + "\r\n" + "GET /auth/session HTTP/1.1\r\n" + host
                                + "Connection: close\r\n\r\n"),
                        "GET",
                        3);
        assertThat(answers).extracting(Response::status).containsExactly(302, 200, 200);
        assertThat(answers.get(2).text()).isEqualTo("null");
    }

    @Test
    default void a_wrong_content_length_is_harmless() {
        var head = "POST /auth/signout HTTP/1.1\r\nHost: " + site().address().substring(7)
                + "\r\nConnection: close\r\nContent-Type: " + Site.FORM + "\r\n";
        for (var odd : List.of(
                "Content-Length: -1\r\n\r\nabc",
                "Content-Length: abc\r\n\r\nabc",
                "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
                "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n")) {
            assertThat(site().wire().oneOrSilence(bytes(head + odd), "POST").status())
                    .as(odd)
                    .isIn(400, 413, 500, Wire.CLOSED);
        }
        works();
    }

    @Test
    default void overlong_targets_and_headers_are_rejected_and_the_next_request_is_answered() {
        assertThat(site().send(site().get("/auth/session?a=" + "x".repeat(9_000)))
                        .status())
                .isIn(400, 413, 414, 431);
        assertThat(site().send(site().get("/auth/" + "x".repeat(200_000))).status())
                .isIn(400, 413, 414, 431, Wire.CLOSED);
        assertThat(site().send(site().get("/auth/session").header("X-Long", "x".repeat(1_000_000)))
                        .status())
                .isIn(400, 413, 431, Wire.CLOSED);
        works();
    }

    @Test
    default void internal_headers_from_a_client_are_removed() {
        var head = "GET /auth/session HTTP/1.1\r\nHost: " + site().address().substring(7) + "\r\nConnection: close\r\n";
        for (var odd :
                List.of("X-Nul: a\0b\r\n", "X Space: a\r\n", ": nothing\r\n", "X-Cr: a\rb\r\n", "no colon\r\n")) {
            var answer = site().wire().one(bytes(head + odd + "\r\n"), "GET");
            assertThat(answer.status()).as(odd).isIn(200, 400, Wire.CLOSED);
        }
        works();
    }

    private void works() {
        assertThat(site().send(site().get("/auth/session")).text()).isEqualTo("null");
    }

    private void signsIn(Browser browser, String type, String body) {
        var answer = browser.send(site().post("/auth/callback/credentials", type, body));
        assertThat(site().credentials)
                .singleElement()
                .satisfies(accepted -> assertThat(accepted.text("username")).isEqualTo(NAME));
        assertThat(answer.header("Location")).hasValue(site().address() + "/me");
        assertThat(browser.open(site().address() + "/auth/session").response().body())
                .asString(UTF_8)
                .contains(NAME);
        assertThat(browser.open(site().address() + "/me").response().body())
                .asString(UTF_8)
                .contains(NAME);
    }

    private Map<String, String> fields(Browser browser) {
        return Map.of(
                "csrfToken", site().csrf(browser), "username", NAME, "password", Site.PASSWORD, "callbackUrl", "/me");
    }

    private Response post(Browser browser, String body) {
        return browser.send(site().post("/auth/callback/credentials", Site.FORM, body));
    }

    private String cookies(Browser browser) {
        return browser.cookies(site().address()).entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
