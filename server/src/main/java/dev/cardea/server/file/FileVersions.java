package dev.cardea.server.file;

import dev.cardea.jose.Hashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The contents of files as they were read, by their digests. Contents are compared, because mounted secrets are replaced by
 * links, and editors replace files by new ones. Immutable.
 */
public record FileVersions(Map<Path, String> digests) {
    private static final String UNREADABLE = "";

    public FileVersions {
        digests = Map.copyOf(digests);
    }

    /** Returns what the files hold now. */
    public static FileVersions now(Collection<Path> files) {
        var digests = new TreeMap<Path, String>();
        for (var file : files) {
            try {
                digests.put(file, digest(Files.readString(file)));
            } catch (IOException | RuntimeException e) {
                digests.put(file, UNREADABLE);
            }
        }
        return new FileVersions(digests);
    }

    FileVersions and(FileVersions others) {
        var all = new TreeMap<>(digests);
        all.putAll(others.digests);
        return new FileVersions(all);
    }

    public Set<Path> files() {
        return digests.keySet();
    }

    /** @param text the whole of a file */
    static String digest(String text) {
        return Hashes.sha256Hex(text);
    }
}
