package dev.cardea.adapter.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteKilledTest extends KilledTest {
    @TempDir
    private Path folder;

    @Override
    Database open() {
        return SqliteDatabase.in(folder);
    }
}
