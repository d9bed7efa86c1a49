package dev.cardea.attacks;

import dev.cardea.attacks.Result.Outcome;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.util.List;

/** A report in the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS). */
final class SarifReport {
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

    private SarifReport() {}

    static String of(String address, List<Result> results) {
        var rules = results.stream().map(SarifReport::rule).toList();
        var driver = Claims.of("name", "cardea doctor --attack").with("rules", rules);
        var run = Claims.of("tool", Claims.of("driver", driver))
                .with("invocations", List.of(invocation(results)))
                .with(
                        "results",
                        results.stream()
                                .flatMap(result -> result.findings().stream())
                                .map(finding -> result(address, finding))
                                .toList());
        return Json.print(Claims.of("$schema", SCHEMA).with("version", "2.1.0").with("runs", List.of(run)));
    }

    private static Claims rule(Result result) {
        var attack = result.attack();
        return Claims.of("id", attack.id())
                .with("shortDescription", text(attack.title()))
                .with("fullDescription", text(attack.title() + "; expected: " + attack.expected()))
                .with("help", text(attack.remedy()));
    }

    /** SARIF 3.20: attacks that were not run are notifications, so no reader takes them for passed. */
    private static Claims invocation(List<Result> results) {
        var notifications = results.stream()
                .filter(result -> result.outcome() == Outcome.NOT_RUN)
                .map(result -> Claims.of("level", "warning")
                        .with("associatedRule", Claims.of("id", result.attack().id()))
                        .with("message", text("not run: " + result.reason())))
                .toList();
        return Claims.of("executionSuccessful", true).with("toolExecutionNotifications", notifications);
    }

    private static Claims result(String address, Finding finding) {
        var attack = finding.attack();
        var message = "Request: " + finding.request() + "\nExpected: " + attack.expected() + "\nSeen: " + finding.seen()
                + "\nRemedy: " + attack.remedy();
        var location = Claims.of("artifactLocation", Claims.of("uri", address));
        return Claims.of("ruleId", attack.id())
                .with("level", "error")
                .with("message", text(message))
                .with("locations", List.of(Claims.of("physicalLocation", location)));
    }

    private static Claims text(String text) {
        return Claims.of("text", text);
    }
}
