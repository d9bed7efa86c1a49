package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Request;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.FreePorts;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Logouts at and from Keycloak, with the server's jar; with the Maven profile {@code keycloak}, which brings it. */
@ResourceLock(Keycloak.LOCK)
@Tag("keycloak")
@Tag("nightly")
@Tag("part")
@Tag("process")
@Tag("store")
class KeycloakServersTest {
    private static final String APP = "https://app.example";

    /** How long another process may accept an ended session. */
    private static final Duration BOUND = Duration.ofSeconds(5);

    private static EmbeddedPostgres postgres;
    private static Keycloak keycloak;

    /** Where each process starts, also for the second time. */
    private final int[] ports = FreePorts.some(2);

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.builder().setPort(FreePorts.one()).start();
        keycloak = Keycloak.start();
    }

    @AfterAll
    static void stop() throws IOException {
        if (keycloak != null) keycloak.close();
        if (postgres != null) postgres.close();
    }

    /** @param more lines of its file */
    private ServerProcess server(int number, String logout, String more) throws IOException {
        return ServerProcess.start(Files.createDirectories(folder.resolve("server" + number)), """
                env: production
                url: %s
                port: %d
                secret: 3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests
                providers:
                  - { id: keycloak, issuer: "%s", clientId: %s, clientSecret: %s, logout: { %s } }
                %s
                """.formatted(
                        APP, ports[number], keycloak.issuer(), Keycloak.CLIENT, Keycloak.CLIENT_SECRET, logout, more));
    }

    /** One of two processes that share their sessions. */
    private ServerProcess sharing(int number) throws IOException {
        return server(number, "rpInitiated: always, backChannel: true", """
                store: "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres"
                migrate: true
                session: { strategy: revocable }
                """.formatted(postgres.getPort()));
    }

    private KeycloakVisitor visitor(ServerProcess server) {
        return KeycloakVisitor.of(APP, new Remote(server.port()), keycloak);
    }

    @Test
    void without_a_store_a_sign_out_comes_back_from_the_provider_without_a_question() throws IOException {
        try (var server = server(0, "rpInitiated: always", "")) {
            var visitor = visitor(server);
            visitor.signsIn("ada");
            assertThat(visitor.session()).contains("Ada Lovelace");
            visitor.assertSignedOutEverywhere(visitor.signsOut());
        }
    }

    @Test
    void a_sign_out_comes_back_from_the_provider_without_a_question_and_ends_the_session_at_the_other_process()
            throws IOException {
        try (var first = sharing(0);
                var second = sharing(1)) {
            var visitor = visitor(first);
            visitor.signsIn("ada");
            var cookie = visitor.cookie();
            assertThat(accepts(second, cookie)).isTrue();

            var end = visitor.signsOut();
            assertRefusedInTime(second, cookie);
            visitor.assertSignedOutEverywhere(end);
        }
    }

    @Test
    void a_session_that_an_administrator_ends_at_the_provider_ends_at_each_process_and_stays_ended_after_restarts()
            throws IOException {
        String ended;
        String other;
        try (var first = sharing(0);
                var second = sharing(1)) {
            keycloak.tellsOfLogouts("http://127.0.0.1:" + ports[0] + "/auth/backchannel-logout/keycloak");
            var ada = visitor(first);
            ada.signsIn("ada");
            var grace = visitor(second);
            grace.signsIn("grace");
            ended = ada.cookie();
            other = grace.cookie();
            assertThat(accepts(second, ended)).isTrue();

            keycloak.signOut("ada");
            assertRefusedInTime(second, ended);
            assertThat(accepts(first, ended)).isFalse();
            assertThat(accepts(first, other)).isTrue();
            assertThat(accepts(second, other)).isTrue();
        } finally {
            // Other tests have the same client.
            keycloak.tellsOfLogouts("");
        }
        for (int number = 0; number < ports.length; number++) {
            try (var again = sharing(number)) {
                assertThat(accepts(again, ended)).isFalse();
                assertThat(accepts(again, other)).isTrue();
            }
        }
    }

    private static boolean accepts(ServerProcess server, String cookie) {
        var answer = new Remote(server.port())
                .handle(Request.get(APP + "/auth/session").header("cookie", cookie));
        assertThat(answer.status()).isEqualTo(200);
        return !answer.text().equals("null");
    }

    /** A process that knew a session accepts no request that is sent later than the bound after now. */
    private static void assertRefusedInTime(ServerProcess server, String cookie) {
        long ended = System.nanoTime();
        var lastAccepted = new AtomicLong(ended);
        Eventually.isTrue("the session has ended at the other process", () -> {
            long sent = System.nanoTime();
            boolean isAccepted = accepts(server, cookie);
            if (isAccepted) lastAccepted.set(sent);
            return !isAccepted;
        });
        assertThat(Duration.ofNanos(lastAccepted.get() - ended)).isLessThanOrEqualTo(BOUND);
    }
}
