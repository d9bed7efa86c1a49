package dev.cardea.adapter.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class H2OnDiskContractTest extends OwnColumnsContractTest {
    H2OnDiskContractTest(@TempDir Path folder) {
        super(H2Database.onDisk(folder));
    }

    @Override
    public int rounds() {
        return 10;
    }
}
