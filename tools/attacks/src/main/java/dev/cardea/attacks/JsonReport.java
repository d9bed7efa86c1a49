package dev.cardea.attacks;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.util.List;

/** A report as JSON. */
final class JsonReport {
    private JsonReport() {}

    static String of(String address, long requests, List<Result> results) {
        return Json.print(Claims.of("address", address)
                .with("requests", requests)
                .with("attacks", results.stream().map(JsonReport::of).toList()));
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
