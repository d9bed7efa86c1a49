package dev.cardea.examples.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * How many lines an application writes for five tasks, counted in the samples that are compiled and run, and written into
 * the guide. A sample below {@code // task NAME HOST} is counted; {@code = N} says how many of its lines are ours to count.
 * With {@code -Dcardea.write=true} the table is written anew.
 */
class LinesTest {
    private static final Pattern TASK =
            Pattern.compile("(?ms)^ *// task (\\S+)(?: (\\S+))?(?: = (\\d+)[^\n]*)?\n *// sample\n(.*?)^ *// end$");
    private static final Pattern TABLE = Pattern.compile("(?s)(<!-- lines -->\n).*?(<!-- end of lines -->)");
    private static final List<String> TASKS = List.of("sign-in", "protect", "read", "store", "session");
    private static final List<String> HOSTS =
            List.of("jdk", "servlet", "spring-boot", "micronaut", "javalin", "quarkus", "vertx", "helidon");

    private final Path root = root();

    @Test
    void the_table_of_the_guide_is_what_the_samples_need() throws IOException {
        var guide = root.resolve("docs/hosts/README.md");
        var text = Files.readString(guide);
        var table = TABLE.matcher(text).replaceFirst("$1" + table(counted()) + "$2");
        if (Boolean.getBoolean("cardea.write")) Files.writeString(guide, table);
        else assertThat(text).isEqualTo(table);
    }

    private static String table(Map<String, Integer> counted) {
        var rows = new StringBuilder(
                "| | sign-in: Google, e-mail, passkey | protect | read the user | PostgreSQL | own session |\n");
        rows.append("|---|---|---|---|---|---|\n");
        for (var host : HOSTS) {
            rows.append(TASKS.stream()
                    .map(task -> counted.getOrDefault(task + " " + host, counted.getOrDefault(task, 0)))
                    .map(String::valueOf)
                    .collect(Collectors.joining(" | ", "| [" + host + "](" + host + ".md) | ", " |\n")));
        }
        return rows.toString();
    }

    private Map<String, Integer> counted() throws IOException {
        var lines = new LinkedHashMap<String, Integer>();
        for (var source : sources()) {
            TASK.matcher(Files.readString(source)).results().forEach(found -> {
                var task = found.group(2) == null ? found.group(1) : found.group(1) + " " + found.group(2);
                int count = found.group(3) != null
                        ? Integer.parseInt(found.group(3))
                        : (int) found.group(4)
                                .lines()
                                .filter(line -> !line.isBlank())
                                .count();
                lines.merge(task, count, Integer::sum);
            });
        }
        settings(lines);
        return lines;
    }

    /** Spring Boot has some of its lines in a file of settings. */
    private void settings(Map<String, Integer> lines) throws IOException {
        var task = "";
        for (var line : Files.readAllLines(root.resolve("hosts/spring-boot/src/test/resources/example.properties"))) {
            if (line.startsWith("# task ")) task = line.substring("# task ".length()) + " spring-boot";
            else if (!line.isBlank()) lines.merge(task, 1, Integer::sum);
        }
    }

    private List<Path> sources() throws IOException {
        var sources = new ArrayList<Path>();
        try (var ours = Files.walk(root.resolve("examples/hosts/src/main"));
                var hosts = Files.walk(root.resolve("hosts"))) {
            ours.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            hosts.filter(file -> file.endsWith("ExampleTest.java")).forEach(sources::add);
        }
        return sources;
    }

    private static Path root() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("CHANGELOG.md"))) folder = folder.getParent();
        return folder;
    }
}
