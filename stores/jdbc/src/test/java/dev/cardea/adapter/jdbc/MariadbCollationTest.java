package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns with MariaDB's default collation, which ignores case, still match exactly. */
@Tag("part")
@Tag("store")
class MariadbCollationTest {
    private static final Instant SOON =
            Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(7, ChronoUnit.DAYS);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "utf8mb4_general_ci",
                "utf8mb4_unicode_ci",
                "utf8mb4_uca1400_as_cs",
                "utf8mb4_bin",
                "utf8mb3_general_ci",
                "latin1_swedish_ci"
            })
    void texts_that_the_database_takes_for_the_same_are_different(String collation) {
        try (var database = MariadbDatabase.create("collate " + collation)) {
            database.executeFile("drizzle-mysql.sql");
            var adapter = JdbcAdapter.builder(database.pool())
                    .migrateOnStart(line -> {})
                    .build();
            var ada = adapter.createUser(User.of(null, "Ada", "ada@example.com"));
            var id = String.valueOf(ada.id());
            adapter.linkAccount(Account.of("github", "abc", ProviderType.OAUTH).with("userId", id));
            adapter.createSession(new AdapterSession("token", id, SOON));
            adapter.createVerificationToken(new VerificationToken("ada@example.com", "hash", SOON));

            assertThat(adapter.getUserByEmail("ada@example.com").orElseThrow().id())
                    .isEqualTo(id);
            assertThat(adapter.getSessionAndUser("token")).isPresent();
            assertThat(adapter.getUserByAccount("github", "abc")).isPresent();
            for (var other :
                    new String[] {"Ada@example.com", "ada@example.com ", "\u00E0da@example.com", "\uFF41da@example.com"
                    }) {
                assertThat(adapter.getUserByEmail(other)).as(other).isEmpty();
                assertThat(adapter.useVerificationToken(other, "hash"))
                        .as(other)
                        .isEmpty();
            }
            assertThat(adapter.getUserByEmail("\uD83D\uDE00")).isEmpty();
            for (var other : new String[] {"Abc", "abc ", "\u00E4bc"}) {
                assertThat(adapter.getUserByAccount("github", other)).as(other).isEmpty();
                assertThat(adapter.getAccount(other, "github")).as(other).isEmpty();
            }
            assertThat(adapter.getSessionAndUser("Token")).isEmpty();
            assertThat(adapter.getSessionAndUser("token ")).isEmpty();
            assertThat(adapter.deleteSession("TOKEN")).isEmpty();
            assertThat(adapter.getUser(id.toUpperCase(Locale.ROOT))).isEmpty();
            // The table's unique key rejects a similar address, so no user can take over another's account.
            assertThatThrownBy(() -> adapter.createUser(User.of(null, "Eve", "ada@example.com ")))
                    .isInstanceOf(DuplicateKeyException.class);
            assertThat(adapter.useVerificationToken("ada@example.com", "hash")).isPresent();
        }
    }
}
