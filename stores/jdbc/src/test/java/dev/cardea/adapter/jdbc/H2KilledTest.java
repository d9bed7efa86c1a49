package dev.cardea.adapter.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("nightly")
@Tag("process")
@Tag("rotation-1")
class H2KilledTest extends KilledTest {
    @TempDir
    private Path folder;

    @Override
    Database open() {
        return H2Database.onDisk(folder);
    }
}
