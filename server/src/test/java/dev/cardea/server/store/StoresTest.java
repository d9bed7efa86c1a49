package dev.cardea.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoresTest {
    @TempDir
    Path directory;

    @Test
    void an_embedded_store_writes_when_it_commits_unless_it_is_told_otherwise() {
        assertThat(Stores.url(StoreSettings.of("jdbc:h2:./db")))
                .isEqualTo("jdbc:h2:./db;DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0");
        assertThat(Stores.url(StoreSettings.of("jdbc:h2:./db;write_delay=20;DB_CLOSE_ON_EXIT=TRUE")))
                .isEqualTo("jdbc:h2:./db;write_delay=20;DB_CLOSE_ON_EXIT=TRUE");
    }

    @Test
    void opening_a_store_reaches_nothing() {
        Stores.open(store()).close();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void tables_are_made_unasked_only_outside_production() {
        try (var store = Stores.open(store())) {
            assertThat(Schema.prepare(store, false, true, line -> {})).hasValue("the tables of the store are missing");
            var log = new ArrayList<String>();
            assertThat(Schema.prepare(store, false, false, log::add)).isEmpty();
            assertThat(log.get(0)).contains("not production");
            assertThat(log).hasSizeGreaterThan(1);
            assertThat(Schema.prepare(store, false, true, line -> {})).isEmpty();
        }
    }

    @Test
    void a_store_that_answers_late_gets_its_tables_then() throws Exception {
        int port;
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        var url = "jdbc:h2:tcp://127.0.0.1:" + port + "/" + directory.resolve("db");
        List<String> log = new CopyOnWriteArrayList<>();
        try (var store = Stores.open(new StoreSettings(url, null, null, "auto", null, 250L))) {
            assertThat(Schema.prepare(store, true, true, log::add)).isEmpty();
            assertThat(log).singleElement().asString().startsWith("the store does not answer yet");
            var database = Server.createTcpServer("-tcpPort", String.valueOf(port), "-ifNotExists")
                    .start();
            try {
                for (int i = 0; i < 100 && log.stream().noneMatch(l -> l.contains("applied,")); i++) Thread.sleep(100);
                assertThat(store.migrations().orElseThrow().status().isCurrent())
                        .isTrue();
            } finally {
                database.stop();
            }
        }
    }

    private StoreSettings store() {
        return StoreSettings.of("jdbc:h2:" + directory.resolve("db"));
    }
}
