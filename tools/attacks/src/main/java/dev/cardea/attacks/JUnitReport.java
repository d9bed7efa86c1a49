package dev.cardea.attacks;

import dev.cardea.attacks.Result.Outcome;
import java.util.List;
import java.util.Locale;

/** A report in the XML format of JUnit, which build servers read. */
final class JUnitReport {
    private JUnitReport() {}

    static String of(String address, List<Result> results) {
        long failed = results.stream().filter(JUnitReport::isFailed).count();
        long skipped = results.stream().filter(JUnitReport::isSkipped).count();
        var xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append(String.format(
                "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\">%n",
                escape("cardea doctor --attack " + address), results.size(), failed, skipped));
        results.forEach(result -> append(xml, result));
        return xml.append("</testsuite>\n").toString();
    }

    private static void append(StringBuilder xml, Result result) {
        var attack = result.attack();
        xml.append(String.format(
                Locale.ROOT,
                "  <testcase classname=\"cardea.attack.%s\" name=\"%s\" time=\"%.3f\">%n",
                attack.group().label(),
                escape(attack.id() + " " + attack.title()),
                result.took().toMillis() / 1000.0));
        if (isSkipped(result)) {
            xml.append("    <skipped message=\"")
                    .append(escape(result.outcome().label() + ": " + result.reason()))
                    .append("\"/>\n");
        }
        if (isFailed(result)) {
            xml.append("    <failure message=\"")
                    .append(escape(attack.expected()))
                    .append("\">")
                    .append(escape(result.describe()))
                    .append("</failure>\n");
        }
        xml.append("  </testcase>\n");
    }

    private static boolean isFailed(Result result) {
        return result.outcome() == Outcome.SUCCEEDED;
    }

    private static boolean isSkipped(Result result) {
        return result.outcome() == Outcome.NOT_RUN || result.outcome() == Outcome.NO_TARGET;
    }

    /** XML 1.0 §2.2 has no place for most control characters, not even as references. */
    private static String escape(String text) {
        return text.replaceAll("[^\\t\\n\\x20-\\uD7FF\\uE000-\\uFFFD]", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
