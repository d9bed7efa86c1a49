package dev.cardea.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpHandler;
import dev.cardea.Auth;
import dev.cardea.attacks.Attacks;
import dev.cardea.attacks.Group;
import dev.cardea.examples.quickstart.Quickstart;
import dev.cardea.host.jdk.CardeaHandler;
import dev.cardea.host.jdk.Jdk;
import dev.cardea.http.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** The guide about attacks, and the quickstart of the configuration page under attack. */
class AttackGuideTest {
    @Test
    void the_quickstart_rejects_every_attack_that_has_a_target() throws IOException {
        var h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:attacked;DB_CLOSE_DELAY=-1");
        var site = Quickstart.site(Quickstart.auth(h2, "smtp://localhost", "hello@acme.example"));
        served(Jdk.handler(site), address -> {
            var report = Attacks.against(address).groups(Group.ANONYMOUS).run();
            assertThat(report.findings()).as(report.describe()).isEmpty();
            assertThat(report.notRun())
                    .filteredOn(it -> it.attack().group() == Group.ANONYMOUS)
                    .extracting(it -> it.attack().id())
                    .containsExactly("A15");
        });
    }

    @Test
    void the_sample_of_the_guide_accepts_a_protected_page_and_rejects_an_open_one() throws IOException {
        var auth = Auth.of(new Acme()
                .config()
                .url("http://localhost")
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .build());
        var pages = CardeaHandler.of(auth, (request, visitor) -> Response.of(200, "text/plain", "the balance"));
        served(
                pages.protect("/account"),
                address -> assertThatCode(() -> AttackCheck.run(address)).doesNotThrowAnyException());
        served(
                pages,
                address -> assertThatThrownBy(() -> AttackCheck.run(address))
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining("A15 broken"));
    }

    private static void served(HttpHandler handler, Consumer<String> test) throws IOException {
        var server = Jdk.server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        var threads = Executors.newFixedThreadPool(4);
        server.setExecutor(threads);
        server.createContext("/", handler);
        server.start();
        try {
            test.accept("http://127.0.0.1:" + server.getAddress().getPort());
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
