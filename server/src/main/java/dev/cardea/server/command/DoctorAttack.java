package dev.cardea.server.command;

import dev.cardea.attacks.Attacks;
import dev.cardea.attacks.Group;
import dev.cardea.attacks.NotYourSiteException;
import dev.cardea.attacks.Report;
import dev.cardea.attacks.Result.Outcome;
import dev.cardea.token.Secrets;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of {@code cardea doctor --attack}. */
final class DoctorAttack {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--attack",
            paramLabel = "ADDRESS",
            description = "Attacks your own site and reports which defenses are off.")
    private @Nullable String address;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "For --attack: the site's secret, which proves that it's yours; one per line, newest first.")
    private @Nullable Path secretFile;

    @Option(
            names = "--protected",
            paramLabel = "PATH",
            description = "For --attack: a page that only signed-in visitors can see, such as /account.")
    private List<String> protectedPaths = List.of();

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "For --attack: a test user of the site, for the group account; needs --password-file.")
    private @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "For --attack: a file with the test user's password in the first line.")
    private @Nullable Path passwordFile;

    @Option(
            names = "--groups",
            paramLabel = "GROUP",
            split = ",",
            description = "For --attack: anonymous, account, provider. Default: all on this machine or over http,"
                    + " otherwise anonymous.")
    private List<String> groups = List.of();

    @Option(
            names = "--only",
            paramLabel = "ID",
            split = ",",
            description = "For --attack: runs only these attacks, such as A01,A09.")
    private List<String> only = List.of();

    @Option(names = "--sarif", paramLabel = "FILE", description = "For --attack: also writes the report as SARIF.")
    private @Nullable Path sarif;

    @Option(names = "--junit", paramLabel = "FILE", description = "For --attack: also writes the report as JUnit XML.")
    private @Nullable Path junit;

    @Option(names = "--require-all", description = "For --attack: also fails if an attack wasn't run.")
    private boolean isRequireAll;

    boolean isAsked() {
        return address != null;
    }

    /** Returns whether there are options of an attack without an address. */
    boolean isIncomplete() {
        boolean lists = !protectedPaths.isEmpty() || !groups.isEmpty() || !only.isEmpty();
        boolean files = secretFile != null || passwordFile != null || sarif != null || junit != null;
        return address == null && (lists || files || isRequireAll || user != null);
    }

    /** @param isJson whether the report is printed as JSON */
    int run(boolean isJson) {
        try {
            return judge(attacks(isJson).run(), isJson);
        } catch (NotYourSiteException | IllegalArgumentException e) {
            return fail(ExitCode.WRONG, e);
        } catch (UncheckedIOException e) {
            return fail(ExitCode.NOT_STARTED, e);
        }
    }

    private Attacks attacks(boolean isJson) {
        var attacks = Attacks.against(String.valueOf(address)).only(only.toArray(String[]::new));
        for (var path : protectedPaths) attacks = attacks.protectedPath(path);
        var chosen = groups.stream().map(DoctorAttack::group).toList();
        if (!chosen.isEmpty()) attacks = attacks.groups(chosen.get(0), chosen.toArray(Group[]::new));
        if (secretFile != null) attacks = attacks.secrets(secrets(secretFile));
        if ((user == null) != (passwordFile == null)) {
            throw new IllegalArgumentException("a test user needs both --user NAME and --password-file FILE");
        }
        if (user != null && passwordFile != null) attacks = attacks.user(user, password(passwordFile));
        return isJson ? attacks : attacks.progress(result -> print(result.describe()));
    }

    private static Group group(String name) {
        return Arrays.stream(Group.values())
                .filter(group -> group.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no group " + name + "; the groups are anonymous, account and provider"));
    }

    private static Secrets secrets(Path file) {
        try {
            var lines = Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
            if (lines.isEmpty()) throw new IllegalArgumentException("the file " + file + " is empty");
            return Secrets.of(lines);
        } catch (IOException e) {
            throw new UncheckedIOException("the file " + file + " cannot be read", e);
        }
    }

    /** Spaces count, because a password may begin or end with them. */
    private static String password(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .findFirst()
                    .filter(line -> !line.isEmpty())
                    .orElseThrow(
                            () -> new IllegalArgumentException("the first line of the file " + file + " is empty"));
        } catch (IOException e) {
            throw new UncheckedIOException("the file " + file + " cannot be read", e);
        }
    }

    private int judge(Report report, boolean isJson) {
        write(sarif, report.toSarif());
        write(junit, report.toJUnit());
        if (isJson) print(report.toJson() + "\n");
        else print(summary(report));
        boolean isBroken = !report.findings().isEmpty()
                || (isRequireAll && !report.notRun().isEmpty());
        return isBroken ? ExitCode.BROKEN : ExitCode.DONE;
    }

    private static String summary(Report report) {
        return String.format(
                Locale.ROOT,
                "%d attacks on %s: %d rejected, %d succeeded, %d without a target, %d not run; %d requests%n",
                report.results().size(),
                report.address(),
                report.with(Outcome.REJECTED).size(),
                report.with(Outcome.SUCCEEDED).size(),
                report.with(Outcome.NO_TARGET).size(),
                report.notRun().size(),
                report.requests());
    }

    private static void write(@Nullable Path file, String text) {
        if (file == null) return;
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("the file " + file + " cannot be written", e);
        }
    }

    private void print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }

    private int fail(int code, RuntimeException e) {
        spec.commandLine().getErr().println("cardea: " + e.getMessage());
        return code;
    }
}
