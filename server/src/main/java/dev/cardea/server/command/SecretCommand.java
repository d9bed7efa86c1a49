package dev.cardea.server.command;

import dev.cardea.token.Randomness;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code cardea secret}. */
@Command(
        name = "secret",
        description = "Prints a new secret: 32 random bytes.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class SecretCommand implements Callable<Integer> {
    private static final int BYTES = 32;
    private static final String NAME = "AUTH_SECRET";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--write",
            description = "Writes it to .env.local as AUTH_SECRET instead of printing it. Keeps an existing secret.")
    private boolean write;

    @Override
    public Integer call() {
        var secret = Base64.getEncoder().encodeToString(Randomness.secure().bytes(BYTES));
        if (!write) {
            spec.commandLine().getOut().println(secret);
            return ExitCode.DONE;
        }
        var file = Path.of(".env.local");
        try {
            if (EnvFile.has(file, NAME)) {
                spec.commandLine()
                        .getOut()
                        .println(NAME + " is already in " + file + " and was kept: a new one would sign all users out");
                return ExitCode.DONE;
            }
            EnvFile.set(file, NAME, secret);
        } catch (IOException e) {
            spec.commandLine().getErr().println(file + " cannot be written: " + e.getMessage());
            return ExitCode.NOT_STARTED;
        }
        spec.commandLine().getOut().println(NAME + " is in " + file);
        return ExitCode.DONE;
    }
}
