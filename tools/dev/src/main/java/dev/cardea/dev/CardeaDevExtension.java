package dev.cardea.dev;

import dev.cardea.config.Env;
import dev.cardea.server.file.ConfigException;
import dev.cardea.testing.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Development mode as a separate server, for a test with JUnit:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final CardeaDevExtension dev = CardeaDevExtension.start();
 * }</pre>
 *
 * <p>It listens on a free port of this machine, as {@code cardea dev} does. A static field serves all tests of a class; a
 * field of the instance serves one test, with separate users. The server ends, and its files are deleted, after them.
 * Needs {@code cardea-server} and JUnit Jupiter on the class path. Safe for concurrent use.
 */
public final class CardeaDevExtension implements BeforeAllCallback, AfterAllCallback, AfterEachCallback, AutoCloseable {
    private final Path folder;
    private final DevServer server;
    private final String url;
    private volatile boolean servesClass;

    private CardeaDevExtension(Path folder, DevServer server, String url) {
        this.folder = folder;
        this.server = server;
        this.url = url;
    }

    /**
     * Starts with a local provider, email links, passkeys and a new database.
     *
     * @throws dev.cardea.error.ConfigurationException in production; see {@link CardeaDev}
     */
    public static CardeaDevExtension start() {
        return started(null);
    }

    /**
     * Starts with a configuration file of the server. Providers without credentials are played.
     *
     * @throws IllegalArgumentException if the file has errors; the message names them
     * @throws dev.cardea.error.ConfigurationException in production; see {@link CardeaDev}
     */
    public static CardeaDevExtension start(Path config) {
        return started(config);
    }

    private static CardeaDevExtension started(@Nullable Path config) {
        try {
            var env = Env.system();
            new ProductionGuard(false).requireDevelopment(null, env);
            var folder = Files.createTempDirectory("cardea-dev");
            var options = new DevOptions(config, folder, FreePorts.one(), null, null, 0, false, false, false);
            return new CardeaDevExtension(folder, DevServer.start(options, env, line -> {}), options.site());
        } catch (ConfigException e) {
            throw new IllegalArgumentException(String.join("\n", e.lines()), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the origin of the site, such as {@code http://localhost:40123}; sign-in is at {@code /auth/signin}. */
    public String url() {
        return url;
    }

    /**
     * Returns the address at which the application sends emails by SMTP, such as {@code smtp://127.0.0.1:40124}. They
     * arrive in {@code /_cardea/inbox.json}.
     */
    public String smtpUrl() {
        return server.smtpUrl();
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        servesClass = true;
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (!servesClass) close();
    }

    /** Ends the server and deletes its files. A second call has no effect. */
    @Override
    public void close() {
        server.close();
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            // A file that is left in the folder for temporary files does no harm.
        }
    }
}
