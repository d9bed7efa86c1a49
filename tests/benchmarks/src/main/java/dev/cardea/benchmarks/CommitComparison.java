package dev.cardea.benchmarks;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The reads of {@link VisitorBenchmark} as two builds have them, in one process and in turn, so that what slows the machine
 * down slows both. For each read it prints the throughput of the first build as a part of the second's, and microseconds of
 * both. {@code tests/benchmarks/run-against} starts it.
 */
public final class CommitComparison {
    private static final List<String> READS = List.of("signedIn", "signedInByRow");
    private static final int BLOCKS = 25;
    private static final int CALLS = 20_000;

    private CommitComparison() {}

    /** @param folders of the two builds, each with {@code classes} and {@code lib} */
    public static void main(String[] folders) throws Exception {
        var here = benchmark(Path.of(folders[0]));
        var there = benchmark(Path.of(folders[1]));
        for (var read : READS) {
            var own = new Read(here, here.getClass().getMethod(read));
            var other = new Read(there, there.getClass().getMethod(read));
            double[] nanos = measure(own, other);
            System.out.printf(
                    Locale.ROOT, "%s %.4f %.2f %.2f%n", read, nanos[1] / nanos[0], nanos[0] / 1_000, nanos[1] / 1_000);
        }
    }

    private record Read(Object benchmark, Method method) {
        long nanos() throws ReflectiveOperationException {
            long start = System.nanoTime();
            method.invoke(benchmark);
            return System.nanoTime() - start;
        }
    }

    /** Of classes that no other build sees. */
    private static Object benchmark(Path folder) throws Exception {
        var path = new ArrayList<URL>();
        path.add(folder.resolve("classes").toUri().toURL());
        try (var files = Files.list(folder.resolve("lib"))) {
            for (var file : files.toList()) path.add(file.toUri().toURL());
        }
        var loader = new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        return loader.loadClass(VisitorBenchmark.class.getName())
                .getConstructor()
                .newInstance();
    }

    /** Returns the median of each in its fastest block, when all is compiled. */
    private static double[] measure(Read own, Read other) throws ReflectiveOperationException {
        double[] fastest = {Double.MAX_VALUE, Double.MAX_VALUE};
        for (int block = 0; block < BLOCKS; block++) {
            var first = new long[CALLS];
            var second = new long[CALLS];
            for (int i = 0; i < CALLS; i++) {
                if (i % 2 == 0) first[i] = own.nanos();
                second[i] = other.nanos();
                if (i % 2 == 1) first[i] = own.nanos();
            }
            fastest[0] = Math.min(fastest[0], median(first));
            fastest[1] = Math.min(fastest[1], median(second));
        }
        return fastest;
    }

    private static double median(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length / 2];
    }
}
