package dev.cardea.server.command;

import dev.cardea.config.Env;
import dev.cardea.server.file.VariableFiles;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
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
        synopsisSubcommandLabel = "COMMAND")
public final class CardeaCommand implements Runnable {
    /** Not an exit code: the process runs until it receives a signal to stop. */
    public static final int SERVING = ExitCode.SERVING;

    /** In the order of the help. */
    private static final List<Class<?>> COMMANDS = List.of(
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
            ProvidersCommand.class);

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
        var words = args.length > 0 && args[0].equals("help") ? helpOf(args) : args;
        var commands = line(env, in, words);
        if (words.length > 0
                && words[0].equals(DEV)
                && !commands.getSubcommands().containsKey(DEV)) {
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
                .execute(words);
    }

    /** {@code cardea help users list} is {@code cardea users list --help}. */
    private static String[] helpOf(String... args) {
        var help = Arrays.copyOfRange(args, 1, args.length + 1);
        help[args.length - 1] = "--help";
        return help;
    }

    /** The commands of the server's jar, without those that {@link CommandProvider} adds. */
    static CommandLine commands(Env env, BufferedReader in) {
        var line = empty(env, in);
        COMMANDS.forEach(line::addSubcommand);
        return line;
    }

    /**
     * The command line with the command that is called, or else with all of them: picocli reads every option of each by
     * reflection, which for all commands would be a third of the server's start.
     */
    private static CommandLine line(Env env, BufferedReader in, String... words) {
        var called = words.length == 0 ? null : command(words[0]);
        if (called != null) return empty(env, in).addSubcommand(called);
        var line = commands(env, in);
        ServiceLoader.load(CommandProvider.class).forEach(each -> line.addSubcommand(each.command(env)));
        return line;
    }

    private static CommandLine empty(Env env, BufferedReader in) {
        return new CommandLine(new CardeaCommand(), new CommandFactory(env, in));
    }

    private static @Nullable Class<?> command(String name) {
        for (var each : COMMANDS) {
            if (each.getAnnotation(Command.class).name().equals(name)) return each;
        }
        return null;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
