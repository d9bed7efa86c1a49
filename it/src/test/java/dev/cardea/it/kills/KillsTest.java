package dev.cardea.it.kills;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short form of {@code it/kills}: a few rounds on each store. */
@Tag("part")
@Tag("process")
@Tag("store")
class KillsTest {
    private static final int ROUNDS = 3;

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mariadb", "redis", "sqlite"})
    void a_server_that_is_killed_loses_nothing_that_it_answered(String store) throws Exception {
        var problems = new ArrayList<String>();
        try (var site = Site.open(store)) {
            new ServerKills(site).run(ROUNDS, problems);
            site.end(problems);
        }
        assertThat(problems).isEmpty();
    }
}
