package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.model.User;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class H2MigrationsTest extends JdbcMigrationsTest {
    H2MigrationsTest() {
        super(H2Database.inMemory());
    }

    @Override
    Database another() {
        return H2Database.inMemory();
    }

    @Test
    void rows_on_disk_are_there_after_a_restart(@TempDir Path folder) {
        User user;
        try (var first = H2Database.onDisk(folder)) {
            user = JdbcAdapter.builder(first.pool())
                    .migrateOnStart(line -> {})
                    .build()
                    .createUser(User.of(null, "Ada", "ada@example.com"));
        }
        try (var second = H2Database.onDisk(folder)) {
            assertThat(JdbcAdapter.of(second.pool()).getUserByEmail("ada@example.com"))
                    .hasValue(user);
            assertThat(JdbcMigrations.of(second.pool()).status().isCurrent()).isTrue();
        }
    }
}
