package dev.cardea.recorder;

import dev.cardea.observe.Id;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads traces that a recorder wrote to its folder. The process that wrote them may be gone. */
public final class TraceFile {
    /** The reference, and which share of the folder the trace belongs to. */
    static final Pattern NAME = Pattern.compile("[0-9a-f]{16}-([0-9a-f]{8})\\.json");

    /** Older versions bounded the number of steps alone. */
    static final int MAX_BYTES = 256 << 10;

    private TraceFile() {}

    /**
     * Reads the trace in a file.
     *
     * @throws InvalidTraceException if the file is not a whole trace
     * @throws IOException if it cannot be read
     */
    public static Trace read(Path file) throws IOException, InvalidTraceException {
        if (!Files.isRegularFile(file)) throw new NoSuchFileException(file.toString());
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) throw new InvalidTraceException("it is larger than any trace");
            return TraceJson.parse(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    /**
     * Finds the trace of a failure in a folder.
     *
     * @param reference that the visitor saw: 16 hexadecimal digits
     * @return empty if the folder does not have it
     * @throws InvalidTraceException if its file is not a whole trace, or is that of another failure
     * @throws IOException if the folder or the file cannot be read
     */
    public static Optional<Trace> find(Path folder, String reference) throws IOException, InvalidTraceException {
        if (Id.parse(reference).isEmpty()) return Optional.empty();
        var file = file(folder, reference);
        if (file.isEmpty()) return Optional.empty();
        var trace = read(file.get());
        if (!reference.equals(trace.reference())) throw new InvalidTraceException("it is the trace of another failure");
        return Optional.of(trace);
    }

    private static Optional<Path> file(Path folder, String reference) throws IOException {
        try (var files = Files.newDirectoryStream(folder, reference + "-*.json")) {
            for (var file : files)
                if (NAME.matcher(file.getFileName().toString()).matches()) return Optional.of(file);
            return Optional.empty();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }
}
