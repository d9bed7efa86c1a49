package dev.cardea.dev;

import dev.cardea.config.Env;
import dev.cardea.error.ConfigurationException;
import dev.cardea.http.WebUrl;
import dev.cardea.server.command.CardeaCommand;
import dev.cardea.server.file.ConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code cardea dev}. */
@Command(
        name = "dev",
        description = "Starts development mode: local accounts, local email, local secret. Never for production.",
        mixinStandardHelpOptions = true)
final class DevCommand implements Callable<Integer> {
    private static final int WRONG = 2;
    private static final int NOT_STARTED = 3;

    private final Env env;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration file. Default: one for trying things out.")
    private @Nullable Path config;

    @Option(names = "--port", paramLabel = "N", description = "The port of the site. Default: ${DEFAULT-VALUE}.")
    private int port = 3000;

    @Option(
            names = "--app",
            paramLabel = "URL",
            description = "Your application. Cardea serves its routes and passes all other requests to your "
                    + "application.")
    private @Nullable String app;

    @Option(
            names = "--core-port",
            paramLabel = "N",
            description = "Cardea's port if COMMAND is given. Default: 3100, or a free port.")
    private @Nullable Integer corePort;

    @Option(
            names = "--smtp-port",
            paramLabel = "N",
            description = "The SMTP port for your application's emails. Default: 1025, or a free port.")
    private @Nullable Integer smtpPort;

    @Option(names = "--local", description = "Also plays providers that have credentials.")
    private boolean local;

    @Option(names = "--keep-store", description = "Accepts a database in another process on this machine.")
    private boolean keepStore;

    @Option(names = "--open", description = "Opens the sign-in page in the browser.")
    private boolean open;

    @Parameters(paramLabel = "COMMAND", description = "Starts your application, and stops when it does: -- next dev")
    private List<String> command = List.of();

    DevCommand(Env env) {
        this.env = env;
    }

    @Override
    public Integer call() throws InterruptedException {
        var problem = problem();
        if (problem != null) return end(WRONG, List.of("cardea: " + problem));
        try {
            return run();
        } catch (ConfigurationException e) {
            return end(
                    WRONG,
                    e.findings().stream().map(it -> "cardea: " + it.message()).toList());
        } catch (ConfigException e) {
            return end(e.isUnreadable() ? NOT_STARTED : WRONG, e.lines());
        } catch (IOException e) {
            return end(NOT_STARTED, List.of("cardea: " + e.getMessage()));
        }
    }

    private int run() throws IOException, ConfigException, InterruptedException {
        var folder = Path.of(".cardea");
        new ProductionGuard(keepStore).requireDevelopment(null, env);
        var options =
                new DevOptions(config, folder, port, app, corePort, smtpPort, local, keepStore, !command.isEmpty());
        var server = DevServer.start(options, env, this::print);
        server.describe().forEach(this::print);
        if (open) ApplicationProcess.open(server.signInPage(), this::print);
        if (command.isEmpty()) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server), "cardea-end"));
            return CardeaCommand.SERVING;
        }
        return with(server);
    }

    /** Runs the application next to the server, and ends when it does. A signal that comes while it starts ends it, too. */
    @SuppressWarnings("try")
    private int with(DevServer server) throws IOException, InterruptedException {
        var started = new ArrayList<ApplicationProcess>();
        var interrupted = new Thread(() -> end(started, server), "cardea-end");
        try (server) {
            synchronized (started) {
                Runtime.getRuntime().addShutdownHook(interrupted);
                started.add(ApplicationProcess.start(command, server.environment()));
            }
            try (var application = started.get(0)) {
                return application.await();
            }
        } finally {
            forget(interrupted);
        }
    }

    private static void end(List<ApplicationProcess> started, DevServer server) {
        synchronized (started) {
            started.forEach(ApplicationProcess::close);
        }
        end(server);
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // A signal ends both.
        }
    }

    private static void end(DevServer server) {
        server.close();
        Runtime.getRuntime().halt(0);
    }

    /** Returns an error in the options; {@code null} if the options are correct. */
    private @Nullable String problem() {
        if (port < 1 || port > 65_535) return "--port must be from 1 to 65535";
        if (corePort != null && (corePort < 1 || corePort > 65_535)) return "--core-port must be from 1 to 65535";
        if (smtpPort != null && (smtpPort < 1 || smtpPort > 65_535)) return "--smtp-port must be from 1 to 65535";
        if (app == null) return null;
        boolean isLocal = WebUrl.parse(app)
                .filter(url ->
                        !url.isHttps() && url.isLoopback() && url.target().equals("/"))
                .isPresent();
        return isLocal ? null : "--app must be a URL on this machine, such as http://localhost:8080";
    }

    private int end(int code, List<String> lines) {
        var err = spec.commandLine().getErr();
        lines.forEach(err::println);
        return code;
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
