package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import dev.cardea.server.doctor.Check;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The reference of the commands is made from their declarations. */
class CommandPageTest {
    private static final String COMMAND = "mvn -o -q -pl server test -Dtest=CommandPageTest -Dcardea.write=commands";

    @Test
    void the_page_of_the_commands_shows_what_help_prints() throws IOException {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("CHANGELOG.md"))) folder = folder.getParent();
        var file = folder.resolve("docs/commands.md");
        if ("commands".equals(System.getProperty("cardea.write"))) Files.writeString(file, page());
        assertThat(file).as("stale; write it with: " + COMMAND).hasContent(page());
    }

    private static String page() {
        var page = new StringBuilder("""
                # Commands of cardea

                This page is for operators who run `cardea` in a terminal or a container. It shows what `--help` prints, and is
                *generated from the declarations of the commands*. [The server](server.md#commands) says what each is for, and
                what the exit codes mean. `cardea dev` is on [development mode](development.md).

                """);
        add(page, Cardea.commands(Env.none(), new BufferedReader(Reader.nullReader())));
        page.append("""
                ## What doctor checks

                `cardea doctor` prints one line for each finding, `LEVEL CODE MESSAGE`. The message says what was found, why it matters and
                how to mend it. The level is `ok`, `advice` or `broken`. The exit code is 1 if anything is broken, 2 for an invalid file and
                3 for one that cannot be read. With `--json`, the output
                is one object: `{"broken": false, "findings": [{"level": "ok", "code": "store", "message": "…"}]}`. Codes stay the same in
                all releases.

                | code | in order if |
                |---|---|
                """);
        for (var check : Check.values()) {
            page.append("| `")
                    .append(check.code())
                    .append("` | ")
                    .append(check.means())
                    .append(" |\n");
        }
        return page.toString();
    }

    private static void add(StringBuilder page, CommandLine command) {
        page.append("## ")
                .append(command.getCommandSpec().qualifiedName())
                .append("\n\n```text\n")
                .append(command.getUsageMessage(Ansi.OFF)
                        .replace(System.lineSeparator(), "\n")
                        .stripTrailing())
                .append("\n```\n\n");
        command.getSubcommands().values().forEach(each -> add(page, each));
    }
}
