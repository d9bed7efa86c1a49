package dev.cardea.server.command;

import dev.cardea.Auth;
import dev.cardea.config.Env;
import dev.cardea.hooks.Hooks;
import dev.cardea.server.file.Settings;
import dev.cardea.server.http.HttpServer;
import dev.cardea.server.http.Site;
import dev.cardea.server.store.CleanUp;
import dev.cardea.server.store.OpenStore;
import dev.cardea.server.store.SchemaCheck;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cardea serve}. */
@Command(
        name = "serve",
        description = "Starts the server and runs until it is stopped.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ServeCommand extends FileCommand {
    private static final Duration IN_FLIGHT = Duration.ofSeconds(6);
    private static final Duration ALL = Duration.ofMillis(9_500);

    /** How long the application may take to describe its hooks before the server starts without. */
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(1);

    @Option(names = "--host", paramLabel = "H", description = "Where to listen, in place of the file's host.")
    private @Nullable String host;

    @Option(names = "--port", paramLabel = "N", description = "Where to listen, in place of the file's; 0: any.")
    private @Nullable Integer port;

    ServeCommand(Env env) {
        super(env);
    }

    @Override
    public Integer call() {
        if (port != null && (port < 0 || port > 65_535)) {
            complain("--port must be from 0 to 65535");
            return Cardea.WRONG;
        }
        return super.call();
    }

    @Override
    int run(Settings settings) {
        var address = host == null ? settings.host() : host;
        int wanted = port == null ? settings.port() : port;
        var store = settings.store();
        try {
            var auth = Auth.of(settings.auth());
            var hooks = settings.hooks();
            if (hooks != null) hooks.start();
            if (store != null && !isPrepared(store, settings)) return Cardea.WRONG;
            if (hooks != null && !isAgreed(hooks)) return Cardea.WRONG;
            var site = new Site(auth, settings.auth().basePath(), store == null ? null : store.adapter());
            var server = HttpServer.start(address, wanted, site, settings.hooks());
            var cleanUp = begin(store, settings);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, settings, cleanUp), "cardea-end"));
            var shown = address.indexOf(':') < 0 ? address : "[" + address + "]";
            settings.advice().forEach(line -> complain("advice: " + line));
            print("cardea listening on http://" + shown + ":" + server.port());
            return Cardea.SERVING;
        } catch (IOException e) {
            complain("cardea cannot listen on " + address + ":" + wanted + ": " + reason(e));
            return Cardea.NOT_STARTED;
        }
    }

    private boolean isPrepared(OpenStore store, Settings settings) {
        var problem = SchemaCheck.prepare(store, settings.migrate(), settings.production(), this::complain);
        problem.ifPresent(it -> complain(config() + ": " + it.advice(config())));
        return problem.isEmpty();
    }

    /** An application that answers later is compared then; until it has answered no user signs in. */
    private boolean isAgreed(Hooks hooks) {
        var errors = hooks.errors(FIRST_ANSWER);
        errors.forEach(line -> complain(config() + ": " + line));
        return errors.isEmpty();
    }

    private static String reason(IOException e) {
        return e.getCause() == null
                ? String.valueOf(e.getMessage())
                : String.valueOf(e.getCause().getMessage());
    }

    private static Optional<CleanUp> begin(@Nullable OpenStore store, Settings settings) {
        var every = settings.cleanUp();
        return store == null || every == null ? Optional.empty() : CleanUp.start(store, every);
    }

    /** Answers what came, sends what waits, and is gone. */
    private static void end(HttpServer server, Settings settings, Optional<CleanUp> cleanUp) {
        long begin = System.nanoTime();
        cleanUp.ifPresent(CleanUp::close);
        server.stop(IN_FLIGHT);
        var hooks = settings.hooks();
        if (hooks != null) hooks.drain(ALL.minusNanos(System.nanoTime() - begin));
        if (settings.store() != null) settings.store().close();
        Runtime.getRuntime().halt(0);
    }
}
