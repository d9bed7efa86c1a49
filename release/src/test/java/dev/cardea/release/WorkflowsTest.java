package dev.cardea.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Workflows contain no logic, pin what they use, and have no more rights than they need. */
class WorkflowsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern PIN = Pattern.compile("[\\w-]+/[\\w./-]+@[0-9a-f]{40}");
    private static final Pattern PIN_WITH_VERSION =
            Pattern.compile("\\s*- uses: \\S+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+");
    private static final Pattern SCRIPT = Pattern.compile("(?<script>(\\.ci|release)/[a-z-]+)( [\\w/.\"$-]+)*");

    static List<Path> workflows() throws IOException {
        try (var files = Files.list(ROOT.resolve(".github/workflows"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void each_workflow_follows_the_rules(Path file) throws IOException {
        assertThat(findings(Files.readString(file))).isEmpty();
    }

    @Test
    void there_are_workflows() throws IOException {
        assertThat(workflows())
                .extracting(each -> each.getFileName().toString())
                .contains("ci.yml", "codeql.yml", "docs.yml", "nightly.yml", "release.yml", "scorecard.yml");
    }

    /** On a platform without a workflow the packages have no Java, and the guide says so. */
    @Test
    void each_platform_is_built_by_a_workflow_or_named_as_not_built() throws IOException {
        var machines = Map.of(
                "ubuntu-24.04", "linux-x64",
                "ubuntu-24.04-arm", "linux-arm64",
                "macos-15-intel", "darwin-x64",
                "macos-15", "darwin-arm64",
                "windows-2025", "win32-x64");
        var load = new Load(LoadSettings.builder().build());
        var jobs = map(map(load.loadFromString(Files.readString(ROOT.resolve(".github/workflows/release.yml"))))
                .get("jobs"));
        var matrix = map(map(map(jobs.get("platform")).get("strategy")).get("matrix"));
        var built = new TreeSet<String>();
        built.add(machines.get(String.valueOf(map(jobs.get("release")).get("runs-on"))));
        for (var machine : (List<?>) matrix.get("machine")) built.add(machines.get(String.valueOf(machine)));
        var platforms = map(load.loadFromString(Files.readString(ROOT.resolve("js/runtime/platforms.json"))));
        var guide = Files.readString(ROOT.resolve("docs/releasing.md"));
        for (var platform : platforms.keySet()) {
            var sentence = "No workflow builds `" + platform + "`";
            if (built.contains(String.valueOf(platform))) assertThat(guide).doesNotContain(sentence);
            else assertThat(guide).contains(sentence);
        }
    }

    /** Each rule is broken once in the workflow of CI. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    @11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2 | @v4                   | is not pinned by commit hash
                    '    timeout-minutes: 90'                          | '    name: all'       | has no timeout-minutes
                    '    permissions:'                                 | '    environment:'    | has no permissions
                    '      contents: read'                             | '      contents: write' | may write contents
                    - run: .ci/run                                     | - run: mvn verify     | is not a script of the repository
                    - run: .ci/run                                     | - run: .ci/absent     | is not a script of the repository
                    """)
    void a_workflow_that_breaks_a_rule_is_found(String from, String to, String finding) throws IOException {
        var text = Files.readString(ROOT.resolve(".github/workflows/ci.yml"));
        assertThat(text).contains(from);
        assertThat(findings(text.replace(from, to))).anyMatch(each -> each.contains(finding));
    }

    private static List<String> findings(String text) {
        var workflow = map(new Load(LoadSettings.builder().build()).loadFromString(text));
        List<String> findings = new ArrayList<>();
        if (!Map.of("contents", "read").equals(workflow.get("permissions")))
            findings.add("the default permission is not contents: read");
        map(workflow.get("jobs")).forEach((name, job) -> check(String.valueOf(name), map(job), findings));
        text.lines()
                .filter(line -> line.contains("uses:")
                        && !PIN_WITH_VERSION.matcher(line).matches())
                .forEach(line -> findings.add(line.strip() + " is not pinned by commit hash, with its version"));
        return findings;
    }

    private static void check(String name, Map<?, ?> job, List<String> findings) {
        if (!(job.get("timeout-minutes") instanceof Integer)) findings.add(name + " has no timeout-minutes");
        if (!(job.get("permissions") instanceof Map<?, ?> permissions)) findings.add(name + " has no permissions");
        else if ("write".equals(permissions.get("contents")) && job.get("environment") == null)
            findings.add(name + " may write contents without an approval");
        for (var each : (List<?>) job.get("steps")) {
            var step = map(each);
            var uses = step.get("uses");
            if (uses != null && !PIN.matcher(uses.toString()).matches())
                findings.add(name + ": " + uses + " is not pinned by commit hash");
            var run = step.get("run");
            if (run != null && !isScript(run.toString()))
                findings.add(name + ": " + run + " is not a script of the repository");
        }
    }

    private static boolean isScript(String command) {
        var found = SCRIPT.matcher(command);
        return found.matches() && Files.isExecutable(ROOT.resolve(found.group("script")));
    }

    private static Map<?, ?> map(Object value) {
        return (Map<?, ?>) value;
    }
}
