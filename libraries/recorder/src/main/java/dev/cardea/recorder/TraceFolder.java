package dev.cardea.recorder;

import dev.cardea.jose.Hashes;
import dev.cardea.observe.ClientNetwork;
import dev.cardea.observe.Step;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Writes traces to a folder, each to a separate file, on one background thread that ends when nothing is left to write.
 * A file appears whole or not at all. What cannot be written is dropped, and no request waits for it. Safe for
 * concurrent use, also by several processes.
 */
final class TraceFolder {
    static final int MAX_WAITING = 128;
    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(15);
    private static final long BETWEEN_WARNINGS = Duration.ofHours(1).toNanos();

    private final RecorderOptions options;
    private final Path folder;
    private final Consumer<String> warnings;
    private final ThreadPoolExecutor writer;
    private final AtomicLong lastWarning = new AtomicLong(System.nanoTime() - BETWEEN_WARNINGS);
    private final AtomicBoolean isTooSlow = new AtomicBoolean();
    private volatile Instant nextSweep = Instant.MIN;

    // The writing thread's.
    private final FolderSweep sweep;
    private long unswept;

    /** @param warnings receives a line if the folder cannot be written, at most once an hour */
    TraceFolder(RecorderOptions options, Path folder, Consumer<String> warnings) {
        this.options = options;
        this.folder = folder;
        this.warnings = warnings;
        sweep = new FolderSweep(folder, options);
        writer = new ThreadPoolExecutor(0, 1, 2, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), work -> {
            var thread = new Thread(work, "cardea-recorder");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Queues a trace to be written. */
    void add(Trace trace, Instant now) {
        execute(() -> {
            write(trace);
            if (unswept > options.maxBytes() / 16) sweep(now);
        });
    }

    /** Removes old traces from time to time. */
    void tick(Instant now) {
        if (now.isBefore(nextSweep)) return;
        nextSweep = now.plus(BETWEEN_SWEEPS);
        execute(() -> sweep(now));
    }

    /** Returns a trace that was written, by this process or another; empty if it cannot be read. */
    Optional<Trace> read(String reference) {
        try {
            return Files.isDirectory(folder) ? TraceFile.find(folder, reference) : Optional.empty();
        } catch (IOException e) {
            warn("a trace in the folder " + folder + " can't be read: " + reason(e));
        } catch (InvalidTraceException e) {
            warn("a trace in the folder " + folder + " is skipped: " + e.getMessage());
        }
        return Optional.empty();
    }

    /** Waits until what was added is written, at most this long. */
    void flush(Duration patience) {
        var end = new FutureTask<>(() -> {}, null);
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            // A full queue has a thread that empties it.
            if (!tryExecute(end) && !writer.getQueue().offer(end, deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new TimeoutException();
            }
            end.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException e) {
            warn("traces of the last failures aren't written: the disk is slow");
        }
    }

    private boolean tryExecute(Runnable work) {
        try {
            writer.execute(work);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private void execute(Work work) {
        // The writing thread warns: a log may be on the same disk.
        if (!tryExecute(() -> attempt(work))) isTooSlow.set(true);
    }

    private void attempt(Work work) {
        try {
            work.run();
            if (isTooSlow.getAndSet(false)) warn("the folder " + folder + " is too slow, so traces are dropped");
        } catch (IOException e) {
            warn("the folder " + folder + " can't be written, so traces only stay in memory: " + reason(e));
        } catch (RuntimeException e) {
            warn("a trace can't be written: " + e.getClass().getSimpleName());
        }
    }

    private static String reason(IOException e) {
        var reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
        return reason == null ? e.getClass().getSimpleName() : reason;
    }

    private void warn(String text) {
        long now = System.nanoTime();
        long last = lastWarning.get();
        if (now - last < BETWEEN_WARNINGS || !lastWarning.compareAndSet(last, now)) return;
        warnings.accept("recorder-folder: " + text);
    }

    private void sweep(Instant now) throws IOException {
        create();
        unswept = 0;
        sweep.run(now);
    }

    private void create() throws IOException {
        if (!Files.isDirectory(folder)) Files.createDirectories(folder, permissions("rwx------"));
    }

    private void write(Trace trace) throws IOException {
        create();
        var reference = String.valueOf(trace.reference());
        var name = reference + "-" + share(trace);
        var file = folder.resolve(name + ".json");
        var temporary = folder.resolve(name + "." + ProcessHandle.current().pid() + ".tmp");
        var text = TraceJson.print(trace).getBytes(StandardCharsets.UTF_8);
        try {
            Files.deleteIfExists(temporary);
            put(temporary, text);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            unswept += text.length;
        } catch (IOException e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
        var entries = trace.entries();
        date(file, entries.get(entries.size() - 1).time());
    }

    /** By the clock of the configuration, and not before the file is whole: an old unfinished one is abandoned. */
    private static void date(Path file, Instant time) throws IOException {
        try {
            Files.setLastModifiedTime(file, FileTime.from(time));
        } catch (NoSuchFileException e) {
            // Another process made room.
        }
    }

    private void put(Path file, byte[] text) throws IOException {
        var options = EnumSet.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        try (var channel = Files.newByteChannel(file, Set.copyOf(options), permissions("rw-------"))) {
            var rest = ByteBuffer.wrap(text);
            while (rest.hasRemaining()) channel.write(rest);
        }
    }

    /** For the process's user alone, where the file system knows users. */
    private FileAttribute<?>[] permissions(String text) {
        if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix")) return new FileAttribute<?>[0];
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))};
    }

    /** Digits that are the same for all traces of a network of clients. */
    private static String share(Trace trace) {
        return trace.entries().stream()
                .flatMap(entry ->
                        entry.step() instanceof Step.BrowserFacts it ? Optional.ofNullable(it.client()).stream() : null)
                .reduce((first, second) -> second)
                .map(TraceFolder::digits)
                .orElse(FolderSweep.NO_NETWORK);
    }

    private static String digits(ClientNetwork network) {
        return Hashes.sha256Hex(network.toString()).substring(0, FolderSweep.NO_NETWORK.length());
    }
}
