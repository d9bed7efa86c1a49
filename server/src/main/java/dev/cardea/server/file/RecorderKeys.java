package dev.cardea.server.file;

import dev.cardea.recorder.RecorderOptions;
import java.nio.file.Path;
import java.time.Duration;

/** The key {@code recorder}: a flag, or where traces are kept. */
final class RecorderKeys {
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
        options = section.number("maxBytes").map(options::maxBytes).orElse(options);
        return section.number("maxAge")
                .map(Duration::ofSeconds)
                .map(options::maxAge)
                .orElse(options);
    }

    /** Relative to the file, as all paths in it are. */
    private static Path path(Section section, String folder) {
        return section.source().resolve(folder);
    }
}
