package dev.cardea.recorder;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Removes traces of a folder that are too old or too many, the oldest first. Other files in it stay. Another process may
 * do the same at the same time.
 */
final class FolderSweep {
    private static final Pattern TEMPORARY = Pattern.compile("[0-9a-f]{16}-[0-9a-f]{8}\\.[0-9]{1,20}\\.tmp");
    private static final Duration LONGEST_WRITE = Duration.ofMinutes(10);
    /** The share of traces without a network. */
    static final String NO_NETWORK = "00000000";

    private final Path folder;
    private final RecorderOptions options;

    FolderSweep(Path folder, RecorderOptions options) {
        this.folder = folder;
        this.options = options;
    }

    private record StoredTrace(Path file, String share, long bytes, Instant time) {}

    void run(Instant now) throws IOException {
        var all = list(now);
        all.sort(Comparator.comparing(StoredTrace::time));
        var shares = new HashMap<String, Long>();
        long sum = 0;
        for (var kept : all) {
            shares.merge(kept.share, kept.bytes, Long::sum);
            sum += kept.bytes;
        }
        // Room for what is written until the next sweep.
        long most = options.maxBytes() - options.maxBytes() / 16;
        for (var kept : all) {
            long share = shares.getOrDefault(kept.share, 0L);
            boolean isTooMuch = !kept.share.equals(NO_NETWORK) && share > options.maxBytes() / 8;
            if (!isTooMuch && sum <= most && !isOld(kept, now)) continue;
            Files.deleteIfExists(kept.file);
            shares.put(kept.share, share - kept.bytes);
            sum -= kept.bytes;
        }
    }

    private boolean isOld(StoredTrace kept, Instant now) {
        // The age may be longer than the time since the first instant.
        return Duration.between(kept.time, now).compareTo(options.maxAge()) > 0;
    }

    private List<StoredTrace> list(Instant now) throws IOException {
        var found = new ArrayList<StoredTrace>();
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                var name = file.getFileName().toString();
                var trace = TraceFile.NAME.matcher(name);
                if (trace.matches()) add(found, file, trace.group(1));
                else if (TEMPORARY.matcher(name).matches()) removeAbandoned(file, now);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return found;
    }

    private static void add(List<StoredTrace> found, Path file, String share) throws IOException {
        try {
            var is = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!is.isRegularFile()) return;
            found.add(new StoredTrace(
                    file, share, is.size(), is.lastModifiedTime().toInstant()));
        } catch (NoSuchFileException e) {
            // Another process removed it.
        }
    }

    /** A file of a process that was killed while it wrote. */
    private static void removeAbandoned(Path file, Instant now) throws IOException {
        try {
            var changed =
                    Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
            if (changed.isBefore(now.minus(LONGEST_WRITE))) Files.deleteIfExists(file);
        } catch (NoSuchFileException e) {
            // Its process has renamed it.
        }
    }
}
