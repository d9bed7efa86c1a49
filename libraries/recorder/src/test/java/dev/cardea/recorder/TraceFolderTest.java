package dev.cardea.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cardea.error.ErrorType;
import dev.cardea.observe.Browser;
import dev.cardea.observe.ClientNetwork;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Id;
import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.Action;
import dev.cardea.observe.Step.Method;
import dev.cardea.observe.StepContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Traces outlive the process, within bounds, and no request pays for a folder that cannot be written. */
class TraceFolderTest {
    private static final Instant START = Instant.parse("2026-05-04T09:00:00Z");
    /** No limit: how fast a machine writes is no rule of the folder. */
    private static final Duration PATIENCE = Duration.ofNanos(Long.MAX_VALUE);

    private static final String REFERENCE = "9f2c41d07ab3e655";

    @TempDir
    Path directory;

    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Recorder recorder = new Recorder();
    private long ids;

    @Test
    void a_failure_is_found_after_a_restart() throws Exception {
        fail(observer(recorder, options()), START, REFERENCE, "192.0.2.7");
        recorder.flush(PATIENCE);
        var restarted = new Recorder();
        assertThat(restarted.find(REFERENCE)).isEmpty();
        observer(restarted, options());
        assertThat(restarted.find(REFERENCE))
                .isEqualTo(recorder.find(REFERENCE))
                .isPresent();
        assertThat(warnings).isEmpty();
    }

    @Test
    void only_the_user_of_the_process_reads_folder_and_files() throws Exception {
        assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"));
        fail(observer(recorder, options()), START, REFERENCE, "192.0.2.7");
        recorder.flush(PATIENCE);
        assertThat(mode(folder())).isEqualTo("rwx------");
        assertThat(files()).hasSize(1).allSatisfy(file -> assertThat(mode(file)).isEqualTo("rw-------"));
    }

    /** The reference is a random number of the library, and the rest is a digest of the network. */
    @Test
    void a_file_is_named_by_numbers_alone() throws Exception {
        fail(observer(recorder, options()), START, REFERENCE, "192.0.2.7");
        recorder.flush(PATIENCE);
        assertThat(files().get(0).getFileName().toString()).matches("9f2c41d07ab3e655-[0-9a-f]{8}\\.json");
    }

    @Test
    void a_trace_that_was_cut_off_is_skipped_with_a_warning() throws Exception {
        var observer = observer(recorder, options());
        fail(observer, START, REFERENCE, "192.0.2.7");
        fail(observer, START, "00000000000000aa", "192.0.2.7");
        recorder.flush(PATIENCE);
        var file = TraceFolderTest.named(files(), REFERENCE);
        Files.writeString(file, Files.readString(file).substring(0, 100));
        assertThatThrownBy(() -> TraceFile.find(folder(), REFERENCE))
                .isInstanceOf(InvalidTraceException.class)
                .hasMessageContaining("cut off");
        var restarted = new Recorder();
        observer(restarted, options());
        assertThat(restarted.find(REFERENCE)).isEmpty();
        assertThat(restarted.find("00000000000000aa")).isPresent();
        assertThat(warnings).hasSize(1).first().asString().contains("is skipped: it isn't complete JSON");
    }

    @Test
    void a_file_that_a_killed_process_left_half_written_is_removed_and_others_stay() throws Exception {
        Files.createDirectory(folder());
        var abandoned = Files.writeString(folder().resolve("00000000000000bb-12345678.4711.tmp"), "{");
        Files.setLastModifiedTime(abandoned, FileTime.from(START.minus(Duration.ofHours(1))));
        var current = Files.writeString(folder().resolve("00000000000000cc-12345678.4712.tmp"), "{");
        var other = Files.writeString(folder().resolve("notes.txt"), "of the operator");
        Files.setLastModifiedTime(other, FileTime.from(Instant.EPOCH));
        fail(observer(recorder, options()), START, REFERENCE, "192.0.2.7");
        recorder.flush(PATIENCE);
        assertThat(abandoned).doesNotExist();
        assertThat(current).exists();
        assertThat(other).exists();
    }

    @Test
    @Tag("slow")
    void the_folder_stays_within_its_bytes_and_one_network_within_an_eighth() throws Exception {
        var options = options().maxBytes(RecorderOptions.LEAST_BYTES);
        var observer = observer(recorder, options);
        fail(observer, START, REFERENCE, "198.51.100.1");
        // Ten a minute are kept of a network.
        for (int i = 0; i < 400; i++) {
            fail(observer, START.plusSeconds(7L * i), reference(i), "192.0.2.7");
            if (i % 100 == 0) recorder.flush(PATIENCE);
        }
        recorder.flush(PATIENCE);
        long one = Files.size(named(files(), REFERENCE));
        assertThat(bytes()).isLessThan(options.maxBytes() / 8 + options.maxBytes() / 16 + 2 * one);
        assertThat(TraceFile.find(folder(), REFERENCE)).isPresent();
        for (int i = 0; i < 2_500; i++) {
            fail(observer, START.plusSeconds(4_000 + i), reference(1_000 + i), "10.1." + i % 256 + ".1");
            if (i % 100 == 0) recorder.flush(PATIENCE);
        }
        recorder.flush(PATIENCE);
        assertThat(bytes()).isLessThanOrEqualTo(options.maxBytes() + 2 * one);
        assertThat(bytes()).isGreaterThan(options.maxBytes() / 2);
        assertThat(TraceFile.find(folder(), reference(3_499))).isPresent();
        assertThat(warnings).isEmpty();
    }

    @Test
    void a_trace_is_removed_when_it_is_too_old() throws Exception {
        var observer = observer(recorder, options().maxAge(Duration.ofDays(2)));
        fail(observer, START, REFERENCE, "192.0.2.7");
        var later = START.plus(Duration.ofDays(2)).plusSeconds(1);
        fail(observer, later, "00000000000000aa", "192.0.2.7");
        recorder.flush(PATIENCE);
        assertThat(files()).hasSize(1);
        assertThat(recorder.find(REFERENCE)).isEmpty();
        assertThat(recorder.find("00000000000000aa")).isPresent();
    }

    /** Otherwise the folder would grow without a bound. */
    @Test
    @Tag("slow")
    void a_folder_named_like_a_trace_or_an_endless_age_stops_no_removal() throws Exception {
        var stays = Files.createDirectories(folder().resolve("00000000000000dd-12345678.json"));
        Files.writeString(stays.resolve("notes.txt"), "of the operator");
        Files.setLastModifiedTime(stays, FileTime.from(START.minus(Duration.ofDays(30))));
        var forever = options().maxBytes(RecorderOptions.LEAST_BYTES).maxAge(ChronoUnit.FOREVER.getDuration());
        var observer = observer(recorder, forever);
        for (int i = 0; i < 2_500; i++) {
            fail(observer, START.plusSeconds(i), reference(i), "10.1." + i % 256 + ".1");
            if (i % 100 == 0) recorder.flush(PATIENCE);
        }
        recorder.flush(PATIENCE);
        assertThat(warnings).isEmpty();
        assertThat(stays).isDirectory();
        long one = Files.size(named(files(), reference(2_499)));
        assertThat(bytes()).isLessThanOrEqualTo(forever.maxBytes() + 2 * one);
    }

    @Test
    @Tag("slow")
    void several_processes_share_a_folder() throws Exception {
        var recorders = IntStream.range(0, 4).mapToObj(i -> new Recorder()).toList();
        var threads = recorders.stream()
                .map(each -> new Thread(() -> {
                    var observer = observer(each, options().maxBytes(RecorderOptions.LEAST_BYTES));
                    int first = 10_000 * recorders.indexOf(each);
                    for (int i = 0; i < 300; i++) {
                        fail(observer, START.plusSeconds(i), reference(first + i), "10." + i % 200 + ".0.1");
                        if (i % 50 == 0) each.flush(PATIENCE);
                    }
                    each.flush(PATIENCE);
                }))
                .toList();
        threads.forEach(Thread::start);
        for (var thread : threads) thread.join();
        assertThat(warnings).isEmpty();
        assertThat(files()).isNotEmpty();
        for (var file : files()) assertThat(TraceFile.read(file).entries()).hasSize(4);
    }

    @Test
    void a_folder_that_cannot_be_written_warns_once_and_memory_has_the_trace() throws Exception {
        Files.writeString(folder(), "a file is in its place");
        var observer = observer(recorder, options());
        for (int i = 0; i < 5; i++) fail(observer, START.plusSeconds(i), reference(i), "192.0.2.7");
        recorder.flush(PATIENCE);
        assertThat(recorder.find(reference(4))).isPresent();
        assertThat(warnings)
                .hasSize(1)
                .first()
                .asString()
                .startsWith("recorder-folder: ")
                .contains("can't be written");
    }

    @Test
    @Tag("slow")
    @Timeout(60)
    void no_request_waits_for_a_folder_that_hangs() throws Exception {
        Files.writeString(folder(), "a file is in its place");
        var end = new CountDownLatch(1);
        var observer = recorder.observer(options(), null, warning -> awaitQuietly(end));
        for (int i = 0; i < 50 * TraceFolder.MAX_WAITING; i++) {
            fail(observer, START.plusSeconds(i), reference(i), "10." + i % 200 + ".0.1");
        }
        assertThat(recorder.counts().kept()).isEqualTo(50L * TraceFolder.MAX_WAITING);
        end.countDown();
        recorder.flush(PATIENCE);
    }

    private static void awaitQuietly(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void bounds_that_hold_no_trace_are_rejected() {
        assertThatThrownBy(() -> options().maxBytes(1_000)).hasMessageContaining("maxBytes must be at least 1048576");
        assertThatThrownBy(() -> options().maxAge(Duration.ZERO)).hasMessageContaining("at least a minute");
    }

    private RecorderOptions options() {
        return RecorderOptions.DEFAULT.folder(folder());
    }

    private Path folder() {
        return directory.resolve("traces");
    }

    private Observer observer(Recorder some, RecorderOptions options) {
        return some.observer(options, null, warnings::add);
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder())) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    private long bytes() throws IOException {
        long sum = 0;
        for (var file : files()) if (Files.isRegularFile(file)) sum += Files.size(file);
        return sum;
    }

    private static Path named(List<Path> files, String reference) {
        return files.stream()
                .filter(file -> file.getFileName().toString().startsWith(reference))
                .findFirst()
                .orElseThrow();
    }

    private static String mode(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String reference(int number) {
        return String.format("%016x", 0x1000 + number);
    }

    private void fail(Observer observer, Instant time, String reference, String address) {
        var at = new StepContext(time, new Id(newId()), null, null, reference);
        observer.observe(
                at,
                new Step.RequestStart(Action.CALLBACK, Method.GET, null, HostName.of("app.example"), true, null, null));
        observer.observe(at, new Step.BrowserFacts(Set.of(), 0, false, network(address), Browser.UNKNOWN));
        observer.observe(at, new Step.ErrorReport(ErrorType.VERIFICATION, null));
        observer.observe(
                at,
                new Step.RequestEnd(
                        Action.CALLBACK,
                        Method.GET,
                        Step.RequestEnd.Outcome.REDIRECT,
                        302,
                        Duration.ofMillis(3),
                        null));
    }

    private synchronized long newId() {
        return ids++;
    }

    private static ClientNetwork network(String address) {
        try {
            return ClientNetwork.of(InetAddress.getByName(address));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
