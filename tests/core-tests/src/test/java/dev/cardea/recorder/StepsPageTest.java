package dev.cardea.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of the recorder's steps is written from their declarations and their Javadoc. */
class StepsPageTest {
    private static final Path PAGE = Path.of("../../docs/steps.md");
    private static final Path SOURCE = Path.of("../../libraries/core/src/main/java/dev/cardea/observe/Step.java");
    private static final String COMMAND = "mvn -q -pl tests/core-tests -am test -Dtest=StepsPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dcardea.write=steps";
    private static final Pattern DECLARATION =
            Pattern.compile("\n    /\\*\\*((?:(?!\\*/).)*)\\*/\n    record (\\w+)\\(", Pattern.DOTALL);
    private static final Pattern PARAMETER = Pattern.compile("@param (\\w+) ((?:(?!@param ).)*)");

    @Test
    void the_page_lists_every_step_with_its_members() throws IOException {
        var page = page();
        if ("steps".equals(System.getProperty("cardea.write"))) Files.writeString(PAGE, page);
        assertThat(Files.readString(PAGE))
                .as("stale; write it with: " + COMMAND)
                .isEqualTo(page);
    }

    private static String page() throws IOException {
        var text = new StringBuilder("""
                # Steps of the flight recorder

                Every step that Cardea reports, with its members: for traces of failed logins in JSON, and for your own
                [observer](guides/monitor.md#log-each-step). To find out why a sign-in failed, start with [diagnose a failed
                sign-in](guides/diagnose-a-failed-sign-in.md). This page is generated from the type `dev.cardea.observe.Step`. Its
                Javadoc has the values of the members.

                A trace contains the steps of one sign-in across its requests. Log lines, meters, spans and traces come from the
                same steps. Steps never contain free text: members are numbers, times, host names, digests and words from fixed
                lists. A member with a question mark can be absent.

                | step | members | when |
                |---|---|---|
                """);
        for (var each : declarations().entrySet()) {
            var kind = StepJson.KINDS.get(each.getKey());
            assertThat(kind).as(each.getKey()).isNotNull();
            var members = Arrays.stream(kind.getRecordComponents())
                    .map(member -> member(kind, member))
                    .collect(Collectors.joining(", "));
            text.append("| `").append(each.getKey()).append("` | ").append(members);
            text.append(" | ").append(each.getValue()).append(" |\n");
        }
        return text.toString();
    }

    private static String member(Class<?> kind, RecordComponent member) {
        boolean isOptional = StepJson.OPTIONAL.contains(kind.getSimpleName() + "." + member.getName());
        return "`" + member.getName() + (isOptional ? "?" : "") + "`";
    }

    /** By the name in a trace: the first sentences of the Javadoc, and what it says of members. */
    private static Map<String, String> declarations() throws IOException {
        var all = new LinkedHashMap<String, String>();
        var found = DECLARATION.matcher(Files.readString(SOURCE));
        while (found.find()) {
            var name = found.group(2).substring(0, 1).toLowerCase(Locale.ROOT)
                    + found.group(2).substring(1);
            all.put(name, plain(found.group(1)));
        }
        assertThat(all.keySet()).isEqualTo(StepJson.KINDS.keySet());
        return all;
    }

    private static String plain(String javadoc) {
        var text = javadoc.replaceAll("\n\\s*\\* *", " ").strip();
        var parameters = PARAMETER
                .matcher(text)
                .results()
                .map(it -> " `" + it.group(1) + "`: " + it.group(2).strip() + ".")
                .collect(Collectors.joining());
        return markdown(text.replaceAll("@param .*", "").strip() + parameters);
    }

    private static String markdown(String text) {
        return text.replaceAll("\\{@code ([^}]*)}", "`$1`")
                .replaceAll("\\{@link [\\w.]*#(\\w+)[^}]*}", "`$1`")
                .replaceAll("\\{@link (?:\\w+\\.)*(\\w+)}", "`$1`")
                .replace("|", "\\|");
    }
}
