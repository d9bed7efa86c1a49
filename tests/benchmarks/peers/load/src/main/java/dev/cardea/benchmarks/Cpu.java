package dev.cardea.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Processor time and memory of a process, as Linux counts them. */
record Cpu(long pid) {
    private static final long TICK_MICROS = 10_000;

    /** User and system time so far, in microseconds. */
    long micros() throws IOException {
        return micros(Files.readString(Path.of("/proc/" + pid + "/stat")));
    }

    /** The part of it in which the JVM compiled. */
    long compilerMicros() throws IOException {
        try (var threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return threads.mapToLong(Cpu::compilerMicros).sum();
        }
    }

    /** Both at one moment. */
    Times times() throws IOException {
        return new Times(micros(), compilerMicros());
    }

    /** Processor time, all of it and the compilers' part. */
    record Times(long all, long compiler) {
        /** What one of so many requests took since an earlier moment. */
        Round round(Times earlier, double requests, double perSecond, double slowestMillis) {
            double compilers = Math.max(0, compiler - earlier.compiler);
            return new Round(
                    perSecond, (all - earlier.all - compilers) / requests, compilers / requests, slowestMillis);
        }
    }

    double residentMegabytes() throws IOException {
        for (var line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
            if (line.startsWith("VmRSS:")) return Double.parseDouble(line.replaceAll("\\D", "")) / 1024;
        }
        return 0;
    }

    private static long compilerMicros(Path thread) {
        try {
            var stat = Files.readString(thread.resolve("stat"));
            return stat.contains(" CompilerThre") ? micros(stat) : 0;
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            // A thread that ends while it is read.
            if (!Files.exists(thread)) return 0;
            throw new UncheckedIOException(e);
        }
    }

    private static long micros(String stat) {
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_MICROS;
    }
}
