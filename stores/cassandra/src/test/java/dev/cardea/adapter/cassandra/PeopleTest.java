package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** A keyspace that several test classes share, with unique names for each test. */
@Tag("store")
abstract class PeopleTest {
    static final Instant LATER = Instant.now().truncatedTo(ChronoUnit.MILLIS).plus(30, ChronoUnit.DAYS);
    static final List<String> TABLES = List.of(
            "cardea_user",
            "cardea_email",
            "cardea_account",
            "cardea_account_by_user",
            "cardea_session",
            "cardea_session_by_user",
            "cardea_session_record",
            "cardea_session_record_list",
            "cardea_record",
            "cardea_record_by_user",
            "cardea_verification_token",
            "cardea_authenticator",
            "cardea_authenticator_by_user",
            "cardea_spent_token");

    static CqlSession session;
    static CassandraAdapter adapter;

    /** Once for all classes, because Cassandra cannot make one table twice at the same time. */
    @BeforeAll
    static void open() {
        synchronized (PeopleTest.class) {
            if (adapter != null) return;
            session = CassandraServer.start().session();
            session.execute("create keyspace if not exists people"
                    + " with replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
            adapter = Sample.store(session);
        }
    }

    static Commands commands(CqlSession through) {
        return new CqlCommands(
                through, "people", DefaultConsistencyLevel.LOCAL_QUORUM, DefaultConsistencyLevel.LOCAL_SERIAL);
    }

    static String unique() {
        return Randomness.secure().uuid();
    }

    static String address(String who) {
        return who + "-" + unique() + "@example.com";
    }

    static User person(String who) {
        return User.of(null, who, address(who));
    }

    static Account account(User user) {
        return Account.of("github", unique(), ProviderType.OAUTH).with("userId", user.id());
    }

    static AdapterAuthenticator passkey(User user) {
        String credential = unique();
        return new AdapterAuthenticator(credential, id(user), credential, "key", 1, "multiDevice", true, null);
    }

    static SessionRecord record(User user) {
        var begun = LATER.minus(30, ChronoUnit.DAYS);
        return new SessionRecord(
                unique(), id(user), true, begun, begun, LATER, "github", unique(), unique(), "192.0.2.0", "Firefox");
    }

    static String id(User user) {
        return String.valueOf(user.id());
    }

    /** Every row of every table that has the text somewhere. */
    static List<String> rowsWith(String text) {
        var rows = new ArrayList<String>();
        for (var table : TABLES) {
            for (var row : session.execute("select * from people." + table)) {
                var contents = row.getFormattedContents();
                if (contents.contains(text)) rows.add(table + contents);
            }
        }
        return rows;
    }
}
