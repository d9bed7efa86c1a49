package dev.cardea.benchmarks;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one measurement found.
 *
 * @param cpuMicros for each request, without the compilers of the JVM
 * @param compilerMicros of these compilers, for each request
 */
record Round(double perSecond, double cpuMicros, double compilerMicros, double slowestMillis) {
    static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
        var sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
