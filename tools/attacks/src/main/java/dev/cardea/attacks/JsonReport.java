package dev.cardea.attacks;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;

/** A report as JSON. */
final class JsonReport {
    private JsonReport() {}

    static String of(Report report) {
        return Json.print(Claims.of("address", report.address())
                .with("requests", report.requests())
                .with("attacks", report.results().stream().map(JsonReport::of).toList()));
    }

    private static Claims of(Result result) {
        var attack = result.attack();
        return Claims.of("id", attack.id())
                .with("title", attack.title())
                .with("group", attack.group().label())
                .with("outcome", result.outcome().label())
                .withPresent("reason", result.reason().isEmpty() ? null : result.reason())
                .with("milliseconds", result.took().toMillis())
                .with("expected", attack.expected())
                .with("remedy", attack.remedy())
                .with("docs", attack.docs())
                .with("findings", result.findings().stream().map(JsonReport::of).toList())
                .with("further", result.further());
    }

    private static Claims of(Finding finding) {
        return Claims.of("request", finding.request()).with("seen", finding.seen());
    }
}
