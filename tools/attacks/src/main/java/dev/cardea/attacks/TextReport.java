package dev.cardea.attacks;

import java.util.stream.Collectors;

/** Findings as text for people. */
final class TextReport {
    private TextReport() {}

    static String findings(Report report) {
        return report.results().stream()
                .filter(result -> !result.findings().isEmpty())
                .map(TextReport::of)
                .collect(Collectors.joining("\n"));
    }

    /** Returns the line of one attack, and its findings below it. */
    static String of(Result result) {
        var text = new StringBuilder(String.format(
                "%-3s %-9s %s",
                result.attack().id(), result.outcome().label(), result.attack().title()));
        if (!result.reason().isEmpty()) text.append("; ").append(result.reason());
        for (var finding : result.findings()) {
            text.append("\n    request   ").append(finding.request());
            text.append("\n    expected  ").append(result.attack().expected());
            text.append("\n    seen      ").append(finding.seen());
        }
        if (result.further() > 0)
            text.append("\n    and ").append(result.further()).append(" more");
        if (!result.findings().isEmpty()) {
            text.append("\n    remedy    ").append(result.attack().remedy());
            text.append("\n    docs      ").append(result.attack().docs());
        }
        return text.append('\n').toString();
    }
}
