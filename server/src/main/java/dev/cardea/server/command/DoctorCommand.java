package dev.cardea.server.command;

import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.config.Env;
import dev.cardea.provider.Provider;
import dev.cardea.server.file.Probe;
import dev.cardea.server.file.Settings;
import dev.cardea.server.store.SchemaCheck;
import dev.cardea.server.tracing.Collector;
import dev.cardea.server.tracing.TracerException;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code cardea doctor}. */
@Command(
        name = "doctor",
        description = "Checks a configuration, and what it reaches; or attacks a site of your own.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class DoctorCommand extends FileCommand {
    @Option(names = "--offline", description = "Checks the file alone, and opens no connection.")
    private boolean isOffline;

    @Mixin
    private DoctorAttack attack = new DoctorAttack();

    DoctorCommand(Env env) {
        super(env);
    }

    @Override
    public Integer call() {
        if (attack.isIncomplete()) {
            complain("cardea: an option of --attack is given without --attack ADDRESS");
            return Cardea.WRONG;
        }
        return attack.isAsked() ? Integer.valueOf(attack.run()) : super.call();
    }

    @Override
    int run(Settings settings) {
        int broken = isOffline ? 0 : examineServices(settings);
        broken += examineTraces() ? 0 : 1;
        for (var provider : settings.auth().providers()) broken += examine(provider) ? 0 : 1;
        settings.advice().forEach(line -> print("advice: " + line));
        if (broken > 0) return Cardea.BROKEN;
        print(config() + (isOffline ? " has no errors; services were not tested" : " can be served"));
        return Cardea.DONE;
    }

    /** Returns how many services of the configuration are broken, or do not fit it. */
    private int examineServices(Settings settings) {
        int broken = 0;
        for (var probe : Probes.of(settings)) broken += examine(probe) ? 0 : 1;
        broken += examineHooks(settings);
        return broken + (examineTables(settings) ? 0 : 1);
    }

    private boolean examine(Probe probe) {
        try {
            probe.check().call();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (Exception e) {
            print("broken: " + probe.what() + " does not answer: " + reason(e) + "; " + probe.mend());
            return false;
        }
    }

    /** Returns how many errors there are between the file and the application. */
    private int examineHooks(Settings settings) {
        var hooks = settings.hooks();
        if (hooks == null) return 0;
        var findings = hooks.examine();
        findings.errors().forEach(line -> print("broken: " + line));
        findings.warnings().forEach(line -> print("advice: " + line));
        return findings.errors().size();
    }

    /** Sign-in works without a collector, so this fails only for a variable that cannot be used. */
    private boolean examineTraces() {
        try {
            var collector = Collector.of(env());
            if (collector.isPresent() && !isOffline && !Probes.isReachable(collector.get())) {
                print("advice: the collector at " + collector.get().origin()
                        + " does not answer, so traces are lost; look at "
                        + collector.get().variable());
            }
            return true;
        } catch (TracerException e) {
            print("broken: " + e.getMessage());
            return false;
        }
    }

    private boolean examineTables(Settings settings) {
        if (settings.store() == null) return true;
        try {
            var problem = SchemaCheck.problem(settings.store(), settings.migrate(), settings.production());
            problem.ifPresent(it -> print("broken: " + it.advice(config())));
            return problem.isEmpty();
        } catch (StoreUnavailableException e) {
            // The probe of the store reports this.
            return true;
        }
    }

    private boolean examine(Provider provider) {
        var missing = MissingSettings.of(provider);
        missing.forEach(line -> print("broken: " + line));
        return missing.isEmpty();
    }

    private static String reason(Exception e) {
        var first = e.getCause() == null ? e : e.getCause();
        for (Throwable cause = first; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) return "its host name is unknown";
            var message = cause.getMessage();
            if (message != null) return message.replaceAll("\\p{Cntrl}+", " ");
        }
        // Java's HTTP client fails without a message where it cannot connect.
        return first instanceof ConnectException
                ? "no connection could be made"
                : first.getClass().getSimpleName();
    }
}
