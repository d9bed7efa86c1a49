package dev.cardea.server.file;

import dev.cardea.recorder.RecorderOptions;
import dev.cardea.server.file.Key.Shape;
import java.nio.file.Path;
import java.time.Duration;

/** The key {@code recorder}: a flag, or where traces are kept. */
final class RecorderKeys {
    private static final long YEAR = 31_536_000;

    private static final Key MAX_BYTES = Key.number(
            "maxBytes",
            "52428800",
            "The size of all files in bytes; the oldest are deleted first.",
            1_048_576,
            Long.MAX_VALUE);
    private static final Key MAX_AGE = Key.number("maxAge", "604800", "How many seconds to keep a file.", 60, YEAR);

    static final Key KEY = Key.of(
            "recorder",
            "true",
            "Keeps failed sign-ins in memory for cardea explain, without secrets; a group also keeps them in files.",
            Shape.FLAG,
            Shape.group(
                    Key.text("folder", null, "The folder of the files, which only the user of the process can read."),
                    MAX_BYTES,
                    MAX_AGE));

    private RecorderKeys() {}

    static RecorderOptions read(Section file) {
        if (file.item("recorder") instanceof Item.Table) {
            var options = new RecorderOptions[] {RecorderOptions.DEFAULT};
            file.section("recorder", section -> options[0] = group(section));
            return options[0];
        }
        return file.flag("recorder").orElse(true) ? RecorderOptions.DEFAULT : RecorderOptions.OFF;
    }

    private static RecorderOptions group(Section section) {
        var options = RecorderOptions.DEFAULT;
        var folder = section.text("folder");
        if (folder.filter(it -> !it.isBlank()).isPresent()) {
            options = options.folder(path(section, folder.get()));
        } else if (folder.isPresent() || !section.keys().contains("folder")) {
            section.wrong("folder", "is missing; set it to the folder for traces, or write recorder: true");
        }
        options = section.number(MAX_BYTES).map(options::maxBytes).orElse(options);
        return section.number(MAX_AGE)
                .map(Duration::ofSeconds)
                .map(options::maxAge)
                .orElse(options);
    }

    /** Relative to the file, as all paths in it are. */
    private static Path path(Section section, String folder) {
        return section.source().resolve(folder);
    }
}
