package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import dev.cardea.server.doctor.DoctorCheck;
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

                Every command and option of `cardea`, as `--help` prints them, and the codes of `cardea doctor`. This page is *generated
                from the declarations of the commands*. `cardea dev` is [development mode](development.md), if `cardea-dev.jar` is next to
                the server's jar.

                | To | Run |
                |---|---|
                | write a first `cardea.yml` | `cardea init` |
                | run [the server](server.md) | `cardea serve` |
                | see each value in force and where it comes from | `cardea config --show` |
                | look up [a key](server-file.md) | `cardea config --explain KEY` |
                | make a secret | `cardea secret` |
                | check a file and every service that it uses | `cardea doctor --config FILE` |
                | check a file alone, such as in a build | `cardea doctor --offline --config FILE` |
                | check a site [from outside](guides/production-checklist.md#check-the-site-from-outside), through all proxies | `cardea doctor --url URL` |
                | [attack your own site](guides/attack-your-own-site.md) | `cardea doctor --attack URL` |
                | create or upgrade [the tables](guides/databases.md) | `cardea migrate` |
                | remove expired rows once | `cardea clean` |
                | list, import, block, export and delete [users](guides/manage-users.md) | `cardea users` |
                | find out [why a sign-in failed](guides/diagnose-a-failed-sign-in.md#ask-the-recorder) | `cardea explain REFERENCE` |
                | run a failed sign-in [again](guides/diagnose-a-failed-sign-in.md#run-a-failure-again) | `cardea explain REFERENCE --replay` |
                | check the health of a container | `cardea health` |
                | list providers, or test the mapping of a profile | `cardea providers` |

                ## Exit codes

                | Exit code | Meaning |
                |---|---|
                | 0 | done; for `serve`, stopped on request |
                | 1 | the check failed: `doctor` found a problem, the user doesn't exist, a database can't be migrated, a profile can't be mapped |
                | 2 | wrong usage, or an invalid configuration, including missing tables |
                | 3 | it could not start: the port is in use, or a file can't be read or written |

                """);
        add(page, CardeaCommand.commands(Env.none(), new BufferedReader(Reader.nullReader())));
        page.append("""
                ## What doctor checks

                `cardea doctor` prints one line for every finding: `LEVEL CODE MESSAGE`. The message tells you what was found, why it
                matters and how to fix it. The level is `ok`, `advice` or `broken`. The exit code is 1 if anything is broken, 2 for an
                invalid file and 3 for a file that can't be read. With `--json`, the output is one object:
                `{"broken": false, "findings": [{"level": "ok", "code": "store", "message": "…"}]}`. Codes stay the same in all
                releases.

                | Code | OK if |
                |---|---|
                """);
        for (var check : DoctorCheck.values()) {
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
