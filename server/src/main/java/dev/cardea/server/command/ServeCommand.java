package dev.cardea.server.command;

import dev.cardea.config.Env;
import dev.cardea.hooks.Hooks;
import dev.cardea.server.file.ConfigException;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.http.Readiness;
import dev.cardea.server.log.ServerLog;
import dev.cardea.server.store.OpenStore;
import dev.cardea.server.store.SchemaCheck;
import dev.cardea.server.tracing.Collector;
import dev.cardea.server.tracing.Tracer;
import dev.cardea.server.tracing.TracerException;
import dev.cardea.server.tracing.Tracers;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cardea serve}. */
@Command(
        name = "serve",
        description = "Starts the server and runs until you stop it.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ServeCommand extends FileCommand {
    private static final System.Logger LOG = System.getLogger("dev.cardea.server");

    @Option(names = "--host", paramLabel = "H", description = "The IP address to listen on. Overrides the file.")
    private @Nullable String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The port to listen on; 0 picks a free one. Overrides the file.")
    private @Nullable Integer port;

    @Option(names = "--watch", description = "Reloads when the file, or a file with a secret, changes.")
    private boolean watch;

    @Option(
            names = "--clock-offset",
            paramLabel = "SECONDS",
            description = "Shifts the clock of the server, for tests. Rejected in production.")
    private int clockOffset;

    ServeCommand(Env env) {
        super(env);
    }

    @Override
    public Integer call() {
        if (port != null && (port < 0 || port > 65_535)) {
            complain("--port must be from 0 to 65535");
            return ExitCode.WRONG;
        }
        return super.call();
    }

    @Override
    ServerSettings read(Path file) throws ConfigException {
        // Jetty asks for the JVM's locales, a twentieth of the start: another processor lists them meanwhile.
        new Thread(Locale::getAvailableLocales, "cardea-locales").start();
        return ConfigFile.readToServe(file, env(), Duration.ofSeconds(clockOffset), ServerLog::install);
    }

    @Override
    int run(ServerSettings settings) {
        if (SystemUser.isRoot()) {
            tell(Level.WARNING, "warning: cardea runs as root, but doesn't need to; run it as its own user");
        }
        Tracer tracing;
        try {
            tracing = Tracers.of(env(), Version.text());
            Collector.of(env()).ifPresent(it -> tell(Level.INFO, "traces are exported to " + it.origin()));
        } catch (TracerException e) {
            tell(Level.ERROR, String.valueOf(e.getMessage()));
            return ExitCode.WRONG;
        }
        return run(settings, new ServerProcess(settings, tracing));
    }

    private int run(ServerSettings settings, ServerProcess process) {
        try {
            var management = process.startManagement();
            if (management != null) {
                var wanted = settings.operation().management();
                var address = address("http", wanted == null ? "" : wanted.host(), management.port());
                tell(Level.INFO, "management on " + address);
            }
        } catch (IOException e) {
            var wanted = settings.operation().management();
            return notListening(wanted == null ? "" : wanted.host() + ":" + wanted.port(), "management.port", e);
        }
        return serve(settings, process);
    }

    private int serve(ServerSettings settings, ServerProcess process) {
        var listens = host == null ? settings.host() : host;
        int wanted = port == null ? settings.port() : port;
        var store = settings.store();
        var hooks = settings.hooks();
        if (hooks != null) hooks.start();
        boolean isPrepared = store == null || isPrepared(store, settings, process.readiness());
        if (!isPrepared || (hooks != null && !isAgreed(hooks))) {
            process.abandon();
            return ExitCode.WRONG;
        }
        try {
            var server = process.startSite(listens, wanted);
            Runtime.getRuntime().addShutdownHook(new Thread(process::stop, "cardea-end"));
            var reload = new Reload(config(), env(), process);
            reload.onHangUp(watch);
            if (watch) reload.watch();
            settings.advice().forEach(line -> tell(Level.WARNING, "advice: " + line));
            var listening =
                    "cardea listening on " + address(server.hasTls() ? "https" : "http", listens, server.port());
            // A script waits for the line on standard output; a log in JSON has an entry as well.
            print(listening);
            if (ServerLog.isJson()) LOG.log(Level.INFO, listening);
            return ExitCode.SERVING;
        } catch (IOException e) {
            process.abandon();
            return notListening(listens + ":" + wanted, port == null ? "port" : "--port", e);
        }
    }

    private int notListening(String address, String setting, IOException e) {
        tell(
                Level.ERROR,
                "cardea can't listen on " + address + " and stops: " + reason(e) + "; change " + setting
                        + ", or stop the program that uses it");
        return ExitCode.NOT_STARTED;
    }

    /** For the operator at the terminal; where each line has to be JSON, an entry of the log. */
    private void tell(Level level, String line) {
        if (ServerLog.isJson()) LOG.log(level, line);
        else complain(line);
    }

    private static String address(String scheme, String host, int port) {
        return scheme + "://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }

    private boolean isPrepared(OpenStore store, ServerSettings settings, Readiness readiness) {
        var log = new SchemaCheck.Log() {
            @Override
            public void step(String line) {
                tell(Level.INFO, line);
            }

            @Override
            public void fault(String line) {
                tell(Level.ERROR, line);
            }
        };
        var problem = SchemaCheck.prepare(store, settings.migrate(), settings.production(), log, readiness::prepare);
        problem.ifPresent(it -> tell(Level.ERROR, config() + ": " + it.advice(config())));
        return problem.isEmpty();
    }

    /** An application that answers later is compared then; until it has answered no user signs in. */
    private boolean isAgreed(Hooks hooks) {
        var errors = hooks.errors(ServerProcess.FIRST_ANSWER);
        errors.forEach(line -> tell(Level.ERROR, config() + ": " + line));
        return errors.isEmpty();
    }

    private static String reason(IOException e) {
        return e.getCause() == null
                ? String.valueOf(e.getMessage())
                : String.valueOf(e.getCause().getMessage());
    }
}
