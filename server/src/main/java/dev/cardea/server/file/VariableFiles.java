package dev.cardea.server.file;

import dev.cardea.config.Env;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The environment, in which {@code NAME_FILE} names a file that holds the value of {@code NAME}. Remembers what it read,
 * so that a change of such a file is noticed. Safe for concurrent use.
 */
public final class VariableFiles implements Env {
    private static final String SUFFIX = "_FILE";

    private final Env env;
    private final Map<Path, String> read = new ConcurrentHashMap<>();

    public VariableFiles(Env env) {
        this.env = env;
    }

    /** @throws UnreadableException if the file cannot be read */
    @Override
    public @Nullable String raw(String name) {
        var value = env.raw(name);
        if (value != null && !value.isBlank()) return value;
        var file = env.raw(name + SUFFIX);
        if (file == null || file.isBlank() || name.endsWith(SUFFIX)) return value;
        try {
            var path = Path.of(file.strip());
            var text = Files.readString(path);
            read.put(path, FileVersions.digest(text));
            return text.stripTrailing();
        } catch (IOException | RuntimeException e) {
            throw new UnreadableException(
                    "the variable " + name + SUFFIX + " is set to the file " + file.strip() + ", which can't be read");
        }
    }

    /** Returns the files that were read, as they were when they were read last. */
    FileVersions files() {
        return new FileVersions(read);
    }

    /** A file that a variable names cannot be read. */
    static final class UnreadableException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnreadableException(String message) {
            super(message);
        }
    }
}
