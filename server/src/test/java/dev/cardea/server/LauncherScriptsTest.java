package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the launcher for Windows, which runs on no machine of the tests, with the one that other tests run. */
class LauncherScriptsTest {
    private final String shell = script("../bin/cardea");
    private final String windows = script("../bin/cardea.cmd");

    /** Without comments. */
    private static String script(String path) {
        try {
            return String.join(
                    "\n",
                    Files.readAllLines(Path.of(path)).stream()
                            .filter(line -> !line.matches("(#|rem\\b|@echo off).*"))
                            .toList());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> all(String regex, String text) {
        return Pattern.compile(regex, Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
    }

    @Test
    void both_look_for_the_jar_and_for_Java_in_the_same_order() {
        var jars = List.of("/cardea-server.jar", "/../lib/cardea-server.jar", "/../server/target/cardea-server.jar");
        assertThat(all("(?<=\\$here)\\S*cardea-server\\.jar", shell)).isEqualTo(jars);
        assertThat(all("(?<=%HERE%)\\S*cardea-server\\.jar(?=\" set|\"$)", windows).stream()
                        .map(it -> "/" + it.replace('\\', '/'))
                        .toList())
                .isEqualTo(jars);
        assertThat(shell).containsSubsequence("CARDEA_JAVA_HOME", "/../runtime", "${JAVA_HOME:-}", "command -v java");
        assertThat(windows)
                .containsSubsequence(
                        "set \"JAVAHOME=%CARDEA_JAVA_HOME%\"",
                        "set \"JAVAHOME=%HERE%..\\runtime\"",
                        "set \"JAVAHOME=%JAVA_HOME%\"",
                        "where java",
                        "$PATH:j",
                        "set \"JAVA=%JAVAHOME%\\bin\\java.exe\"");
    }

    @Test
    void both_give_the_JVM_the_same_options() {
        var option = "(?<![\\w-])-(?:X[\\w:+.-]+(?:=off)?|-enable\\S+?UNNAMED|cp\\b)";
        var options = all(option, shell);
        assertThat(options)
                .hasSizeGreaterThan(8)
                .contains("-Xss512k", "-XX:+AutoCreateSharedArchive", "--enable-native-access=ALL-UNNAMED", "-cp");
        assertThat(all(option, windows)).containsExactlyInAnyOrderElementsOf(options);
        for (var script : List.of(shell, windows)) {
            assertThat(script).contains("dev.cardea.server.Main").containsPattern("CARDEA_JAVA_OPTS(:-\\}|%)");
        }
        assertThat(all("(?<=-ge |GEQ )\\d+", windows))
                .isEqualTo(all("(?<=-ge |GEQ )\\d+", shell))
                .allMatch(it -> it.matches("19|24"));
        assertThat(shell).contains("$set_of-$version.jsa");
        assertThat(windows).contains("%SET_OF%-%VERSION%.jsa");
    }

    @Test
    void both_have_the_commands_of_development_mode_for_the_same_words() {
        assertThat(shell).contains("dev | help | -h | --help)");
        assertThat(windows).contains("(dev help -h --help)");
    }

    @Test
    void both_report_the_same_errors_with_the_same_exit_code() {
        assertThat(messages(windows))
                .hasSize(4)
                .containsExactlyInAnyOrderElementsOf(messages(shell).stream()
                        .map(it -> it.replace("bin/java", "bin\\java.exe"))
                        .toList());
        assertThat(all("\\bexit \\d+", shell)).containsExactly("exit 3");
        assertThat(all("\\bexit /b \\S+", windows)).containsExactly("exit /b 3", "exit /b %ERRORLEVEL%");
        assertThat(windows.strip())
                .as("the exit code of Java is that of the launcher")
                .endsWith("%*\nexit /b %ERRORLEVEL%");
    }

    /** Each value is a V: the two scripts have other names for it, and one of them the number itself. */
    private static List<String> messages(String script) {
        return all("(?<=echo \"?)cardea: .*?(?=\" >&2| 1>&2)", script).stream()
                .map(it -> it.replace("$oldest", "17").replaceAll("\\$\\w+|%\\w+%", "V"))
                .toList();
    }

    @Test
    void no_path_ends_a_block_of_the_launcher_for_Windows() {
        int depth = 0;
        for (var line : windows.lines().toList()) {
            if (line.strip().startsWith(")")) depth--;
            if (depth > 0) {
                var unquoted = line.replaceAll("\"[^\"]*\"", "");
                assertThat(unquoted)
                        .as("C:\\Program Files (x86) would close the block")
                        .doesNotContainPattern("%\\w+%");
            }
            if (line.endsWith("(")) depth++;
        }
        assertThat(depth).isZero();
    }
}
