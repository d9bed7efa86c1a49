package dev.cardea.it.kills;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A site that changes to revocable sessions while its visitors read theirs. */
@Tag("part")
@Tag("process")
@Tag("store")
@Tag("nightly")
class StrategyChangeTest {
    private static final int VISITORS = 12;
    private static final int PAUSE_MILLIS = 50;

    private final AtomicBoolean isOver = new AtomicBoolean();

    @Test
    void no_visitor_is_signed_out_while_processes_change_from_tokens_one_after_the_other() throws Exception {
        try (var site = Site.open("postgresql", "strategy: jwt")) {
            changed(
                    site,
                    () -> site.servers.forEach(server -> {
                        server.kill();
                        server.restart(revocable());
                    }));
        }
    }

    /** A process that still reads rows knows no token, so all change together. */
    @Test
    void no_visitor_is_signed_out_while_all_processes_change_from_rows() throws Exception {
        try (var site = Site.open("postgresql", Site.DATABASE)) {
            changed(site, () -> {
                site.servers.forEach(Server::kill);
                site.servers.forEach(server -> server.restart(revocable()));
            });
        }
    }

    private static String revocable() {
        return "strategy: revocable, adoptUntil: \"" + Instant.now().plus(Duration.ofHours(1)) + "\"";
    }

    private void changed(Site site, Runnable change) throws Exception {
        var visitors = new ArrayList<Visitor>();
        for (int i = 0; i < VISITORS; i++) visitors.add(site.providerVisitor());
        for (var visitor : visitors) assertThat(visitor.signsInAtProvider()).isTrue();
        var before = visitors.get(0).copy();
        var threads = Executors.newFixedThreadPool(VISITORS);
        try {
            List<Future<Void>> reading = new ArrayList<>();
            for (var visitor : visitors) reading.add(threads.submit(() -> reads(visitor)));
            change.run();
            for (var visitor : visitors) assertThat(visitor.isSignedIn()).isTrue();
            isOver.set(true);
            for (var one : reading) one.get();
        } finally {
            isOver.set(true);
            threads.shutdownNow();
        }

        assertThat(visitors).allMatch(visitor -> visitor.session() != null);
        assertThat(visitors.get(0).ends("all")).isTrue();
        assertThat(before.isSignedIn())
                .as("the cookie from before the change, after all sessions ended")
                .isFalse();
    }

    private Void reads(Visitor visitor) {
        while (!isOver.get()) {
            try {
                visitor.reads();
            } catch (IOException e) {
                // A process is away, and the visitor tries again.
            }
            assertThat(visitor.session()).as(visitor.address).isNotNull();
            Processes.pause(PAUSE_MILLIS);
        }
        return null;
    }
}
