package dev.cardea.it.kills;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Eventually;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A revocable session that is due: the next read extends it. */
@Tag("part")
@Tag("process")
@Tag("store")
@Tag("nightly")
class DueSessionTest {
    private static final String SESSION = "strategy: revocable, updateAge: 300";
    /** In seconds. For these processes, a session that has just begun in another is due. */
    private static final int LATER = 600;

    private static final String[] COUNTED = {
        "create table renewal (id text)",
        "create function renewed() returns trigger language plpgsql as"
                + " 'begin insert into renewal values (new.id); return null; end'",
        "create trigger renewed after update on cardea_session for each row execute function renewed()"
    };

    @Test
    void one_of_two_hundred_parallel_reads_in_four_processes_extends_it() throws Exception {
        try (var site = Site.openForMany("postgresql", SESSION, 0, LATER, LATER, LATER, LATER)) {
            var visitor = signedIn(site);
            execute(site, COUNTED);
            var servers = site.servers.subList(1, 5);
            var reads = new ArrayList<Callable<Boolean>>();
            // As many at a time as a server accepts, each twice.
            for (int i = 0; i < 100; i++) {
                var server = servers.get(i % servers.size());
                reads.add(() -> {
                    boolean isAccepted = visitor.copyAt(server).isSignedInAt(server);
                    return visitor.copyAt(server).isSignedInAt(server) && isAccepted;
                });
            }

            assertThat(Parallel.atOnce(reads)).doesNotContain(false);
            assertThat(renewals(site)).isEqualTo(1);
        }
    }

    @Test
    void in_a_database_that_became_read_only_it_goes_on_and_is_extended_later() throws Exception {
        try (var site = Site.openForMany("postgresql", SESSION, 0, LATER)) {
            var visitor = signedIn(site);
            var server = site.servers.get(1);
            var before = visitor.session();
            execute(site, "alter system set default_transaction_read_only = on", "select pg_reload_conf()");
            Eventually.isTrue("the database is read-only", () -> isReadOnly(site));

            for (int i = 0; i < 5; i++) assertThat(visitor.isSignedInAt(server)).isTrue();
            assertThat(visitor.session()).isEqualTo(before);

            execute(site, "alter system reset default_transaction_read_only", "select pg_reload_conf()");
            Eventually.isTrue(
                    "it is extended",
                    () -> visitor.isSignedInAt(server) && !visitor.session().equals(before));
        }
    }

    private static Visitor signedIn(Site site) throws IOException {
        var visitor = site.providerVisitor().copyAt(site.servers.get(0));
        assertThat(visitor.signsInAtProvider()).isTrue();
        return visitor;
    }

    private static void execute(Site site, String... statements) throws SQLException {
        try (var connection = DriverManager.getConnection(site.store.url());
                var statement = connection.createStatement()) {
            for (var sql : statements) statement.execute(sql);
        }
    }

    private static int renewals(Site site) throws SQLException {
        return Integer.parseInt(answer(site, "select count(*) from renewal"));
    }

    private static boolean isReadOnly(Site site) throws SQLException {
        return answer(site, "show default_transaction_read_only").equals("on");
    }

    private static String answer(Site site, String question) throws SQLException {
        try (var connection = DriverManager.getConnection(site.store.url());
                var statement = connection.createStatement();
                var rows = statement.executeQuery(question)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
