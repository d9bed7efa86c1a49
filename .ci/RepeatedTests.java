import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.TagFilter.excludeTags;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Runs test classes several times in one JVM, and prints each failure. Run with a module's test class path, which has JUnit's
 * launcher:
 *
 * <pre>
 * java -cp CLASSPATH .ci/RepeatedTests.java MODULE ROUNDS EXCLUDED CLASS... 3>REPORT
 * </pre>
 *
 * <p>EXCLUDED is an expression of tags. The report goes to file descriptor 3, because tests and the processes that they start
 * print to the other two. The exit code is 1 if a test failed, or if all were skipped.
 */
class RepeatedTests {
    public static void main(String[] args) throws IOException {
        // Otherwise it's the class loader of this file's launcher, in which frameworks don't find the module's classes.
        Thread.currentThread().setContextClassLoader(ClassLoader.getSystemClassLoader());
        var out = new PrintWriter(new FileOutputStream("/dev/fd/3"), true);
        var request = LauncherDiscoveryRequestBuilder.request()
                .filters(excludeTags(args[2]))
                .selectors(List.of(args).subList(3, args.length).stream()
                        .map(name -> selectClass(name))
                        .toList())
                .build();
        var red = 0;
        for (var round = 1; round <= Integer.parseInt(args[1]); round++) {
            var began = System.nanoTime();
            var listener = new SummaryGeneratingListener();
            LauncherFactory.create().execute(request, listener);
            var summary = listener.getSummary();
            out.printf(
                    "%6d s  %s, round %d: %d tests green, %d red, %d skipped%n",
                    NANOSECONDS.toSeconds(System.nanoTime() - began),
                    args[0],
                    round,
                    summary.getTestsSucceededCount(),
                    summary.getTotalFailureCount(),
                    summary.getTestsSkippedCount() + summary.getContainersSkippedCount());
            summary.printFailuresTo(out, 60);
            var skipped = summary.getTestsFoundCount() > 0 && summary.getTestsSucceededCount() == 0;
            if (summary.getTotalFailureCount() > 0 || skipped) red++;
        }
        out.printf("%s: %d rounds red%n", args[0], red);
        System.exit(red == 0 ? 0 : 1);
    }
}
