package dev.cardea.adapter.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Tag("store")
class SqliteKilledTest extends KilledTest {
    @TempDir
    private Path folder;

    @Override
    Database open() {
        return SqliteDatabase.in(folder);
    }
}
