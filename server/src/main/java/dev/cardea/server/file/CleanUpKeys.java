package dev.cardea.server.file;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The key {@code cleanup}: how often the server removes expired rows. */
final class CleanUpKeys {
    private static final long DAY = 86_400;

    private CleanUpKeys() {}

    /** Once a day unless set; {@code null} for {@code false}: never. */
    static @Nullable Duration read(Section file) {
        if (file.isOff("cleanup")) return null;
        var every = new long[] {DAY};
        file.section("cleanup", section -> every[0] = section.number("every").orElse(DAY));
        return Duration.ofSeconds(every[0]);
    }
}
