package dev.cardea.server.command;

import dev.cardea.server.file.ConfigSchema;
import dev.cardea.server.text.FileFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cardea init}. */
@Command(
        name = "init",
        description = "Creates a configuration to start with, and its schema for editors. Never overwrites a file.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class InitCommand implements Callable<Integer> {
    private static final String SCHEMA = "cardea.schema.json";
    private static final String FILE = """
            # yaml-language-server: $schema=./cardea.schema.json
            # Every key: cardea config --explain KEY, or docs/server-file.md

            # The URL of your site, as visitors see it.
            url: http://localhost:3000

            # At least 32 bytes: export AUTH_SECRET=$(cardea secret)
            secret: "${AUTH_SECRET}"

            # Users are stored in a file next to this one.
            store: jdbc:sqlite:./cardea.db
            migrate: true

            # Sessions can be ended: users sign out everywhere, and you run cardea sessions.
            session: { strategy: revocable }

            # Visitors sign up with a password at /auth/signup, and reset a forgotten one at /auth/forgot. It needs the store above,
            # sessions that can be ended, and an email provider.
            accounts: true

            # Sign-in emails go to a mail catcher on this machine, such as Mailpit. For your mail server set EMAIL_SERVER to
            # smtp://user:password@mail.example:587?tls=required, and EMAIL_FROM to the sender's address.
            # Passkeys work without an account at a provider. For GitHub set AUTH_GITHUB_ID and AUTH_GITHUB_SECRET, and register
            # http://localhost:3000/auth/callback/github there. cardea providers lists all others.
            providers:
              - id: nodemailer
                name: Email
                server: "${EMAIL_SERVER:-smtp://localhost:1025}"
                from: "${EMAIL_FROM:-no-reply@localhost}"
              - passkey
              # - github
            """;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "The folder. Default: the current one.",
            defaultValue = "")
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    InitCommand() {}

    @Override
    public Integer call() {
        var file = folder.resolve(ConfigPath.NAME);
        var schema = folder.resolve(SCHEMA);
        for (var each : new Path[] {file, schema}) {
            if (!Files.exists(each)) continue;
            complain("cardea: " + each + " already exists, so nothing was written");
            return ExitCode.BROKEN;
        }
        try {
            if (!folder.toString().isEmpty()) Files.createDirectories(folder);
            Files.writeString(file, FILE, StandardOpenOption.CREATE_NEW);
            Files.writeString(schema, ConfigSchema.text(), StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            complain("cardea: " + folder + " " + FileFault.of(folder, e) + ", so nothing was written");
            return ExitCode.NOT_STARTED;
        }
        print("wrote " + file + " and " + schema);
        print("next:");
        if (!folder.toString().isEmpty()) print("  cd " + folder);
        print("  export AUTH_SECRET=$(cardea secret)");
        print("  cardea serve");
        return ExitCode.DONE;
    }

    private void print(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }

    private void complain(String line) {
        spec.commandLine().getErr().println(line);
    }
}
