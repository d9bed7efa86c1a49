package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.attacks.Attacks;
import dev.cardea.attacks.Group;
import dev.cardea.token.Secrets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a process under attack. */
@Tag("process")
class AttackProcessTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String CONFIG = """
            secret: %s
            port: 0
            store: "jdbc:h2:mem:attacked"
            migrate: true
            management: { port: 0 }
            bridge: true
            """.formatted(SECRET);

    @TempDir
    Path folder;

    @Test
    void no_attack_on_the_server_succeeds() throws Exception {
        try (var served = ServedProcess.start(folder, CONFIG)) {
            var report = Attacks.against(served.site())
                    .secrets(Secrets.of(SECRET))
                    .groups(Group.ANONYMOUS)
                    .run();
            assertThat(report.findings()).as(report.describe()).isEmpty();
            // The server has no pages to protect.
            assertThat(report.notRun())
                    .filteredOn(it -> it.attack().group() == Group.ANONYMOUS)
                    .extracting(it -> it.attack().id())
                    .containsExactly("A15");
        }
    }
}
