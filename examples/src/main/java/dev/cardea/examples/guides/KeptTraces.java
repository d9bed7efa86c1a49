package dev.cardea.examples.guides;

// sample
import dev.cardea.AuthConfig;
import dev.cardea.recorder.RecorderOptions;
import java.nio.file.Path;

/** Keeps traces of failed sign-ins in files. */
public final class KeptTraces {
    private KeptTraces() {}

    public static AuthConfig.Builder config(AuthConfig.Builder config, Path folder) {
        return config.observer(RecorderOptions.DEFAULT.folder(folder));
    }
}
// end
