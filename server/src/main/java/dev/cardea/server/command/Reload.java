package dev.cardea.server.command;

import dev.cardea.config.Env;
import dev.cardea.server.file.ConfigException;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.server.file.FileVersions;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.log.ServerLog;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Reads the configuration again while the process serves. The new one is built and checked beside the one in force. It is
 * used as a whole, or rejected as a whole with all findings in the log.
 */
final class Reload {
    private static final System.Logger LOG = System.getLogger("dev.cardea.server");
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Path file;
    private final Env env;
    private final ServerProcess process;

    Reload(Path file, Env env, ServerProcess process) {
        this.file = file;
        this.env = env;
        this.process = process;
    }

    /** Reads the file now. Never throws, also when memory or stack do not suffice. Calls wait for one another. */
    synchronized void run() {
        var running = process.settings();
        try {
            reload(running);
        } catch (ConfigException e) {
            reject(e.lines());
        } catch (RuntimeException | Error e) {
            // An error of the machine, such as a lack of memory, is one of the new file here: what runs goes on.
            process.reloaded(false);
            LOG.log(
                    System.Logger.Level.ERROR,
                    "the configuration wasn't reloaded; the previous one stays in effect",
                    e);
        }
    }

    private void reload(ServerSettings running) throws ConfigException {
        var next = ConfigFile.read(file, env, running);
        var hooks = next.hooks();
        boolean isInUse = false;
        try {
            next.operation().outbound().use();
            if (hooks != null) {
                hooks.start();
                var errors = hooks.errors(ServerProcess.FIRST_ANSWER);
                if (!errors.isEmpty()) {
                    reject(errors);
                    return;
                }
            }
            process.replace(next);
            isInUse = true;
        } finally {
            if (!isInUse) {
                if (hooks != null) hooks.stop();
                running.operation().outbound().use();
            }
        }
        ServerLog.install(next.operation().log());
        next.advice().forEach(line -> LOG.log(System.Logger.Level.WARNING, "advice: " + line));
        LOG.log(System.Logger.Level.INFO, "the configuration was reloaded" + restarts(running, next));
    }

    private void reject(List<String> findings) {
        process.reloaded(false);
        findings.forEach(line -> LOG.log(System.Logger.Level.ERROR, "the configuration wasn't reloaded: " + line));
    }

    /** The keys whose change needs a restart. */
    private static String restarts(ServerSettings running, ServerSettings next) {
        var keys = new ArrayList<String>();
        if (!running.host().equals(next.host())) keys.add("host");
        if (running.port() != next.port()) keys.add("port");
        var before = running.operation();
        var after = next.operation();
        if (!Objects.equals(before.management(), after.management())) keys.add("management");
        if ((before.tls() == null) != (after.tls() == null)) keys.add("tls");
        if (!before.limits().requests(1).equals(after.limits().requests(1))) keys.add("limits");
        if (!Objects.equals(running.storeSettings(), next.storeSettings())) keys.add("store");
        if (running.migrate() != next.migrate()) keys.add("migrate");
        if (!Objects.equals(running.cleanUp(), next.cleanUp())) keys.add("cleanup");
        return keys.isEmpty() ? "" : "; restart the process to change: " + String.join(", ", keys);
    }

    /**
     * Reloads at each SIGHUP, where the system has that signal. A process that was started with the signal ignored, as by
     * nohup, can't receive it (the JVM leaves it ignored); unless it watches the file, the log says so. The class is called
     * by reflection, because javac warns of it and no annotation suppresses that warning.
     */
    void onHangUp(boolean watches) {
        try {
            var signal = Class.forName("sun.misc.Signal");
            var handler = Class.forName("sun.misc.SignalHandler");
            var before = signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), reloading(handler));
            if (handler.getField("SIG_IGN").get(null).equals(before) && !watches) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "SIGHUP is ignored, because the server was started so, as by nohup; use serve --watch to reload");
            }
        } catch (InvocationTargetException e) {
            LOG.log(System.Logger.Level.DEBUG, "this system has no SIGHUP", e.getCause());
        } catch (ReflectiveOperationException e) {
            LOG.log(System.Logger.Level.WARNING, "this Java doesn't pass on signals; use serve --watch to reload", e);
        }
    }

    /** The JDK asks a handler for its identity too, beside handing it the signal. */
    private Object reloading(Class<?> handler) {
        return Proxy.newProxyInstance(
                handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, args) -> switch (method.getName()) {
                    case "equals" -> proxy == args[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "toString" -> "reload";
                    default -> {
                        inBackground(this::run, "cardea-reload");
                        yield null;
                    }
                });
    }

    /**
     * Reloads when the file or a file with a secret differs from what was read. So a change while the process started
     * counts, too.
     */
    void watch() {
        inBackground(() -> look(process.settings().files()), "cardea-watch");
    }

    private static void inBackground(Runnable task, String name) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void look(FileVersions first) {
        var before = first;
        try {
            while (true) {
                var now = FileVersions.now(process.settings().files().files());
                if (!now.equals(before)) {
                    var running = process.settings();
                    run();
                    var next = process.settings();
                    before = next == running ? now : next.files();
                }
                Thread.sleep(LOOK.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
