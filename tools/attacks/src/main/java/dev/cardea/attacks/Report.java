package dev.cardea.attacks;

import dev.cardea.attacks.Result.Outcome;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a run found. Immutable.
 *
 * @param address the origin that was attacked
 * @param requests how many requests were sent
 * @param results in the order of the ids
 */
public record Report(String address, long requests, List<Result> results) {
    public Report {
        results = List.copyOf(results);
    }

    /** Returns the findings of all attacks; empty if no defence was found to be off. */
    public List<Finding> findings() {
        return results.stream().flatMap(result -> result.findings().stream()).toList();
    }

    /** Returns the results of the attacks that were not run. They say nothing about the site. */
    public List<Result> notRun() {
        return with(Outcome.NOT_RUN);
    }

    /** Returns the results with one outcome. */
    public List<Result> with(Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).toList();
    }

    /** Returns the findings as text, one paragraph for each; empty if there are none. */
    public String describe() {
        return results.stream()
                .filter(result -> !result.findings().isEmpty())
                .map(Result::describe)
                .collect(Collectors.joining("\n"));
    }

    /** Returns all of it as JSON. */
    public String toJson() {
        return JsonReport.of(address, requests, results);
    }

    /** Returns the findings in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS). */
    public String toSarif() {
        return SarifReport.of(address, results);
    }

    /** Returns one test case for each attack, in the XML format of JUnit that build servers read. */
    public String toJUnit() {
        return JUnitReport.of(address, results);
    }
}
