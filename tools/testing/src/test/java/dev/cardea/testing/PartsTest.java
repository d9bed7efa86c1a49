package dev.cardea.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Theme;
import dev.cardea.provider.VerificationRequest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/** The small parts: clock, randomness, inbox, server. */
class PartsTest {
    private static final Instant NOW = Instant.parse("2026-01-31T00:00:00Z");

    @Test
    void the_clock_moves_only_when_moved_and_in_every_zone() {
        var clock = FakeClock.at(NOW);
        var tokyo = clock.withZone(ZoneId.of("Asia/Tokyo"));

        assertThat(clock.instant()).isEqualTo(NOW).isEqualTo(clock.instant());
        clock.advance(Duration.ofMinutes(1));
        assertThat(tokyo.instant()).isEqualTo(NOW.plusSeconds(60));
        tokyo.set(NOW);
        assertThat(clock.millis()).isEqualTo(NOW.toEpochMilli());
        assertThat(tokyo.getZone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
    }

    @Test
    void the_same_seed_gives_the_same_bytes_and_no_two_calls_do() {
        var one = FixedRandomness.of("a");
        var same = FixedRandomness.of("a");

        assertThat(one.bytes(100)).hasSize(100).isEqualTo(same.bytes(100));
        assertThat(one.uuid()).isEqualTo(same.uuid()).isNotEqualTo(one.uuid());
        assertThat(FixedRandomness.of("b").hex(16))
                .isNotEqualTo(FixedRandomness.of("a").hex(16));
    }

    @Test
    void the_inbox_returns_the_newest_mail_to_an_address() {
        var inbox = new Inbox();
        inbox.send(mail(inbox, "ada@example.com", "https://app.example/1"));
        inbox.send(mail(inbox, "bob@example.com", "https://app.example/2"));
        inbox.send(mail(inbox, "ada@example.com", "https://app.example/3"));

        assertThat(inbox.last("ada@example.com")).map(VerificationRequest::url).hasValue("https://app.example/3");
        assertThat(inbox.last("eve@example.com")).isEmpty();
        assertThat(inbox.links()).hasSize(3).startsWith("https://app.example/1");
        inbox.clear();
        assertThat(inbox.mails()).isEmpty();
    }

    @Test
    void the_mail_server_can_fail() {
        var inbox = new Inbox();
        inbox.failWith(new IllegalStateException("connection refused"));

        assertThatThrownBy(() -> inbox.send(mail(inbox, "ada@example.com", "x")))
                .hasMessage("connection refused");
        inbox.failWith(null);
        inbox.send(mail(inbox, "ada@example.com", "x"));
        assertThat(inbox.mails()).hasSize(1);
    }

    @Test
    void a_handler_is_served_on_a_local_port() throws Exception {
        try (var server = LocalServer.start(0, PartsTest::echo)) {
            var response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(server.url() + "/a%20b?c=d"))
                                    .POST(HttpRequest.BodyPublishers.ofString("body"))
                                    .build(),
                            BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(201);
            assertThat(response.body()).isEqualTo("POST /a%20b?c=d localhost:" + server.port() + " body");
            assertThat(response.headers().allValues("Set-Cookie")).containsExactly("a=1", "b=2");
        }
    }

    @Test
    void a_handler_that_throws_answers_500() throws Exception {
        try (var server = LocalServer.start(0, request -> {
            throw new IllegalStateException("secret");
        })) {
            var request = HttpRequest.newBuilder(URI.create(server.url())).build();
            var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(response.body()).doesNotContain("secret");
        }
    }

    @Test
    void a_served_provider_is_its_own_issuer() throws Exception {
        var provider = IdentityProvider.at("https://op.example").person(Person.of("ada", "Ada", "ada@example.com"));
        try (var server = provider.serve(0)) {
            var request = HttpRequest.newBuilder(URI.create(server.url() + OpDiscovery.PATH))
                    .build();
            var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

            assertThat(response.body()).contains("\"issuer\":\"" + server.url() + "\"");
            assertThat(provider.issuer()).isEqualTo(server.url());
        }
    }

    private static Response echo(Request request) {
        return Response.of(
                        201,
                        "text/plain",
                        request.method() + " " + request.target() + " "
                                + request.header("host").orElse("") + " " + request.text())
                .header("Set-Cookie", "a=1")
                .header("Set-Cookie", "b=2");
    }

    private static VerificationRequest mail(Inbox inbox, String address, String url) {
        return new VerificationRequest(
                address,
                url,
                "token",
                NOW,
                EmailProvider.of("email", inbox),
                "app.example",
                Theme.DEFAULT,
                Request.get("https://app.example/"));
    }
}
