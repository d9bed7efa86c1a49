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
        var rows = new StringBuilder("| | sign-in: Google, email, passkey | protect | read the user | PostgreSQL |"
                + " own session | in all | dependencies |\n|---|---|---|---|---|---|---|---|\n");
        for (var host : HOSTS) {
            rows.append("| [").append(host).append("](").append(host).append(".md) | ");
            int java = 0;
            int settings = 0;
            for (var task : TASKS) {
                int lines = counted.getOrDefault(task + " " + host, counted.getOrDefault(task, 0));
                int set = counted.getOrDefault("set " + task + " " + host, counted.getOrDefault("set " + task, 0));
                rows.append(cell(lines, set)).append(" | ");
                java += lines;
                settings += set;
            }
            int dependencies = counted.getOrDefault("dependency " + host, counted.getOrDefault("dependency", 0));
            rows.append(cell(java, settings)).append(" | ").append(dependencies).append(" |\n");
        }
        return rows.toString();
    }

    /** Lines of Java, and settings. */
    private static String cell(int java, int settings) {
        return java + " + " + settings;
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
        settings(lines, "hosts/spring-boot/src/test/resources/example.properties", " spring-boot");
        settings(lines, "examples/hosts/src/test/resources/environment.properties", "");
        return lines;
    }

    /** Properties and variables, each below its task, and the dependencies that a project adds. */
    private void settings(Map<String, Integer> lines, String file, String host) throws IOException {
        // What another host needs no line of Java for is not to be counted as the common lines are.
        if (!host.isEmpty()) TASKS.forEach(task -> lines.putIfAbsent(task + host, 0));
        var task = "";
        for (var line : Files.readAllLines(root.resolve(file))) {
            if (line.startsWith("# task ")) task = line.substring("# task ".length());
            else if (line.startsWith("# dependency ")) lines.merge("dependency" + host, 1, Integer::sum);
            else if (!line.isBlank()) lines.merge("set " + task + host, 1, Integer::sum);
        }
        if (!host.isEmpty()) TASKS.forEach(each -> lines.putIfAbsent("set " + each + host, 0));
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
