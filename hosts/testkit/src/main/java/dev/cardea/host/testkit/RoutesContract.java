package dev.cardea.host.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.FixedRandomness;
import dev.cardea.testing.Inbox;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The response of {@code Auth} arrives unchanged: status, every header line, every byte. */
interface RoutesContract extends HostTest {
    /** Headers that a server may add. */
    Set<String> OF_THE_SERVER =
            Set.of("date", "server", "connection", "keep-alive", "content-length", "transfer-encoding");

    @ParameterizedTest
    @CsvSource({
        "GET,  /auth/session",
        "GET,  /auth/csrf",
        "GET,  /auth/providers",
        "GET,  /auth/signin",
        "GET,  /auth/signin?error=OAuthAccountNotLinked&callbackUrl=%2Fme%3Fa%3Db%26c",
        "GET,  /auth/signin/op",
        "GET,  /auth/signout",
        "GET,  /auth/error?error=AccessDenied",
        "GET,  /auth/error?error=Configuration",
        "GET,  /auth/verify-request",
        "GET,  /auth/callback/op?code=x&state=y",
        "GET,  /auth/callback/unknown",
        "GET,  /auth/webauthn-options/op",
        "GET,  /auth/nothing",
        "GET,  /auth/",
        "GET,  /auth/session/",
        "POST, /auth/session",
        "POST, /auth/csrf",
        "POST, /auth/signin",
        "POST, /auth/signin/op",
        "POST, /auth/signout",
        "POST, /auth/callback/credentials",
        "PUT,  /auth/session",
        "DELETE, /auth/session",
        "PATCH, /auth/session",
        "HEAD, /auth/session",
        "HEAD, /auth/signin",
        "HEAD, /auth/callback/op?code=x&state=y",
        "OPTIONS, /auth/session"
    })
    default void the_response_of_every_route_arrives_unchanged(String method, String target) {
        mirrored(site().get(target), method);
    }

    /** Browsers keep double slashes; some hosts reject such a path themselves. */
    @Test
    default void a_double_slash_in_a_route_is_rejected_or_left_to_Auth() {
        site().forget();
        var answer = site().send(site().get("/auth//session"));
        if (site().heard().isPresent()) mirrored(site().get("/auth//session"), "GET");
        else assertThat(answer.status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"de", "en", "de-AT, en;q=0.5"})
    default void pages_arrive_in_every_language(String language) {
        mirrored(site().get("/auth/signin").header("Accept-Language", language), "GET");
    }

    @Test
    default void a_redirect_as_JSON_arrives() {
        mirrored(site().post("/auth/signout", Site.FORM, "").header("X-Auth-Return-Redirect", "1"), "POST");
    }

    @Test
    default void a_visitor_completes_a_sign_in_and_a_sign_out() {
        var browser = site().browser();
        var page = browser.open(site().address() + "/auth/signin?callbackUrl=%2Fme%3Fa%3D%25C3%25A9")
                .press("Sign in with Demo ID");
        assertThat(page.url()).isEqualTo(site().address() + "/me?a=%C3%A9");
        assertThat(page.text()).contains("Ada Lovelace");

        var out = browser.open(site().address() + "/auth/signout").form().submit();
        assertThat(out.status()).isLessThan(500);
        assertThat(browser.open(site().address() + "/me").text()).isEqualTo("null");
    }

    @Test
    default void a_sign_in_link_with_a_database_session_works() {
        var inbox = new Inbox();
        site().with(config -> config.adapter(new InMemoryAdapter())
                .session(dev.cardea.config.SessionOptions.DEFAULT.strategy(
                        dev.cardea.config.SessionOptions.Strategy.JWT))
                .provider(EmailProvider.of("email", inbox).from("no-reply@app.example")));
        var browser = site().browser();
        browser.open(site().address() + "/auth/signin")
                .form("Sign in with Email")
                .fill("email", "grace@example.com")
                .submit();
        browser.open(inbox.last("grace@example.com").orElseThrow().url());
        assertThat(browser.open(site().address() + "/me").text()).contains("grace@example.com");
    }

    @Test
    default void each_request_is_answered_with_its_own_configuration() {
        var one = site().base()
                .provider(EmailProvider.of("one", new Inbox()).from("a@b.example"))
                .adapter(new InMemoryAdapter())
                .build();
        var other =
                site().base().secret("another-secret-of-at-least-32-characters").build();
        site().by(request -> request.header("host").orElse("").startsWith("one.") ? one : other);
        var port = site().address().substring(site().address().lastIndexOf(':'));
        assertThat(of("one.localhost" + port, "/auth/providers").text())
                .contains("\"one\"", "http://one.localhost" + port + "/auth/callback/one");
        assertThat(of("two.localhost" + port, "/auth/providers").text()).doesNotContain("\"one\"");

        var adas = site().signedIn("Ada").cookies(site().address());
        var cookie = adas.entrySet().stream()
                .filter(c -> c.getKey().startsWith(Site.SESSION))
                .findFirst()
                .orElseThrow();
        var header = cookie.getKey() + "=" + cookie.getValue();
        assertThat(site().send(to("two.localhost" + port, "/me").header("Cookie", header))
                        .text())
                .contains("Ada");
        assertThat(site().send(to("one.localhost" + port, "/me").header("Cookie", header))
                        .text())
                .isEqualTo("null");
    }

    private Response of(String host, String target) {
        return site().send(to(host, target));
    }

    private Request to(String host, String target) {
        return site().get(target).headers(Headers.of("Host", host));
    }

    /** Sends a request, and compares the response with that of {@code Auth} with the same randomness. */
    private void mirrored(Request request, String method) {
        var sent = Request.of(method, "http", request.target(), request.headers(), request.body(), null);
        site().with(config -> config.randomness(FixedRandomness.of("mirror")));
        var actual = site().send(sent);
        var heard = site().heard().orElseThrow();
        var config = site().base().randomness(FixedRandomness.of("mirror")).build();
        var expected = Auth.of(config).handle(heard);

        assertThat(actual.status()).isEqualTo(expected.status());
        assertThat(lines(actual.headers())).isEqualTo(lines(masked(expected, actual)));
        if (!method.equals("HEAD")) assertThat(actual.text()).isEqualTo(expected.text());
        else assertThat(actual.body()).isEmpty();
    }

    /** The reference of an error differs each time. */
    private static Headers masked(Response expected, Response actual) {
        var headers = expected.headers();
        var id = actual.headers().first("Cardea-Error-Id");
        if (id.isEmpty() || !headers.has("Cardea-Error-Id")) return headers;
        var own = headers.first("Cardea-Error-Id").orElseThrow();
        var all = headers.fields().stream()
                .map(field -> new Headers.Field(field.name(), field.value().replace(own, id.get())))
                .toList();
        return Headers.of(all);
    }

    private static TreeMap<String, List<String>> lines(Headers headers) {
        var lines = new TreeMap<String, List<String>>();
        for (var field : headers.fields()) {
            var name = field.name().toLowerCase(Locale.ROOT);
            if (!OF_THE_SERVER.contains(name)) lines.put(name, headers.all(name));
        }
        // Spaces before the parameter of a media type and the case of its charset have no meaning.
        lines.computeIfPresent(
                "content-type",
                (name, types) -> types.stream()
                        .map(type -> type.toLowerCase(Locale.ROOT).replace(" ", ""))
                        .toList());
        return lines;
    }
}
