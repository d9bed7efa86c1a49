package dev.cardea.server.file;

import dev.cardea.server.file.Key.Shape;
import dev.cardea.server.file.Key.Shape.Off;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The key {@code cleanup}: how often the server removes expired rows. */
final class CleanUpKeys {
    private static final long DAY = 86_400;
    private static final long YEAR = 31_536_000;

    private static final Key EVERY = Key.number("every", "86400", "Seconds between removals.", 10, YEAR);

    static final Key KEY = Key.of(
                    "cleanup",
                    null,
                    "How often to remove expired rows; false for never.",
                    new Off(),
                    Shape.group(EVERY))
            .restart();

    private CleanUpKeys() {}

    /** Once a day unless set; {@code null} for {@code false}: never. */
    static @Nullable Duration read(Section file) {
        if (file.isOff("cleanup")) return null;
        var every = new long[] {DAY};
        file.section("cleanup", section -> every[0] = section.number(EVERY).orElse(DAY));
        return Duration.ofSeconds(every[0]);
    }
}
