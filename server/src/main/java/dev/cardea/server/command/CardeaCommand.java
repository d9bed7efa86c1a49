package dev.cardea.server.command;

import dev.cardea.config.Env;
import dev.cardea.server.file.VariableFiles;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line. */
@Command(
        name = "cardea",
        description = "Adds sign-in and sessions to applications in any language.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            InitCommand.class,
            ServeCommand.class,
            ConfigCommand.class,
            SecretCommand.class,
            MigrateCommand.class,
            CleanCommand.class,
            UsersCommand.class,
            SessionsCommand.class,
            DoctorCommand.class,
            HealthCommand.class,
            ExplainCommand.class,
            ProvidersCommand.class
        })
public final class CardeaCommand implements Runnable {
    /** Not an exit code: the process runs until it receives a signal to stop. */
    public static final int SERVING = ExitCode.SERVING;

    /** A command that only {@link CommandProvider} adds. */
    private static final String DEV = "dev";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    CardeaCommand() {}

    /** Runs a command, and returns the {@link ExitCode}. Text is written in the charset of the terminal. */
    @SuppressWarnings("DefaultCharset")
    public static int run(String... args) {
        var in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        return run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), in, Env.system(), args);
    }

    static int run(PrintWriter out, PrintWriter err, Env variables, String... args) {
        return run(out, err, new BufferedReader(Reader.nullReader()), variables, args);
    }

    /** @param in the answers of the operator */
    static int run(PrintWriter out, PrintWriter err, BufferedReader in, Env variables, String... args) {
        var env = new VariableFiles(variables);
        var commands = commands(env, in);
        ServiceLoader.load(CommandProvider.class).forEach(each -> commands.addSubcommand(each.command(env)));
        if (args.length > 0 && args[0].equals(DEV) && !commands.getSubcommands().containsKey(DEV)) {
            err.println("cardea: the command dev is in cardea-dev.jar, which isn't next to cardea-server.jar; "
                    + "put it there, or run: npx @cardea/server dev");
            return ExitCode.WRONG;
        }
        commands.setParameterExceptionHandler(UsageFault::report);
        // A value that begins with @ is a value, and not the name of a file with arguments.
        return commands.setExpandAtFiles(false)
                .setOut(out)
                .setErr(err)
                .setUsageHelpAutoWidth(false)
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    err.println(
                            "cardea: " + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()));
                    return ExitCode.NOT_STARTED;
                })
                .execute(args.length > 0 && args[0].equals("help") ? helpOf(args) : args);
    }

    /** {@code cardea help users list} is {@code cardea users list --help}. */
    private static String[] helpOf(String... args) {
        var help = Arrays.copyOfRange(args, 1, args.length + 1);
        help[args.length - 1] = "--help";
        return help;
    }

    /** The commands of the server's jar, without those that {@link CommandProvider} adds. */
    static CommandLine commands(Env env, BufferedReader in) {
        return new CommandLine(new CardeaCommand(), new CommandFactory(env, in));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
