package dev.cardea.server.doctor;

import dev.cardea.adapter.Schema;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.config.Env;
import dev.cardea.hooks.Hooks;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.store.OpenStore;
import dev.cardea.server.store.SchemaCheck;
import dev.cardea.server.tracing.Collector;
import dev.cardea.server.tracing.TracerException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.Callable;

/** Checks a configuration, and the services that it names. */
public final class ConfigurationDoctor {
    private static final Set<String> OF_SECRETS = Set.of("weak-secret");

    private final Path file;
    private final ServerSettings settings;
    private final Env env;
    private final boolean isOffline;
    private final Diagnosis diagnosis;

    /** @param isOffline whether no connection is opened */
    public ConfigurationDoctor(Path file, ServerSettings settings, Env env, boolean isOffline, Diagnosis diagnosis) {
        this.file = file;
        this.settings = settings;
        this.env = env;
        this.isOffline = isOffline;
        this.diagnosis = diagnosis;
    }

    public void examine() {
        warnings();
        if (!isOffline) services();
        traces();
        var providers = new ProviderChecks(settings.auth(), Clock.systemUTC(), diagnosis);
        for (var provider : settings.auth().providers()) providers.examine(provider, isOffline);
        settings.advice().forEach(line -> diagnosis.advise(DoctorCheck.SETTING, line));
    }

    private void warnings() {
        settings.warnings().stream()
                .filter(code -> !OF_SECRETS.contains(code))
                .forEach(code -> diagnosis.advise(DoctorCheck.SETTING, code + "; see docs/configuration.md#warnings"));
        if (settings.warnings().stream().anyMatch(OF_SECRETS::contains)) {
            diagnosis.advise(
                    DoctorCheck.SECRET,
                    "the secret is short or easy to guess; production rejects it; create one with: cardea secret");
        } else {
            diagnosis.ok(DoctorCheck.SECRET, "the secret is long enough and has no obvious pattern");
        }
    }

    private void services() {
        var store = settings.store();
        if (store != null) {
            boolean isReached = reach(
                    DoctorCheck.STORE, "the store", () -> ask(store), "check store.url, and that the store is running");
            tables(store);
            if (isReached) new AuthenticatorCheck(settings.auth(), store, diagnosis).examine();
        }
        var hooks = settings.hooks();
        if (hooks != null) hooks(hooks);
        for (var probe : settings.probes()) reach(DoctorCheck.MAIL, probe.what(), probe.check(), probe.mend());
    }

    private boolean reach(DoctorCheck check, String what, Callable<?> call, String remedy) {
        try {
            call.call();
            diagnosis.ok(check, what + " responds");
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (Exception e) {
            diagnosis.broken(check, what + " isn't responding: " + ConnectionProbe.reason(e) + "; " + remedy);
            return false;
        }
    }

    /** Missing tables do not fail this: the check of the tables reports them. */
    private static boolean ask(OpenStore store) {
        if (store.schema().isEmpty()) {
            new Store(store.adapter(), Clock.systemUTC()).getUser("doctor");
            return true;
        }
        return answers(store.schema().get());
    }

    private static boolean answers(Schema schema) {
        try {
            return schema.schemaStatus().latest() > 0;
        } catch (StoreUnavailableException e) {
            throw e;
        } catch (StoreException e) {
            return true;
        }
    }

    private void tables(OpenStore store) {
        if (store.schema().isEmpty()) return;
        try {
            SchemaCheck.problem(store, settings.migrate(), settings.production())
                    .ifPresentOrElse(
                            it -> diagnosis.broken(DoctorCheck.TABLES, it.advice(file)),
                            () -> complete(store.schema().get()));
        } catch (StoreUnavailableException e) {
            // The check of the store reports this.
        }
    }

    private void complete(Schema schema) {
        diagnosis.ok(
                DoctorCheck.TABLES,
                "the " + schema.schemaKind() + " of the store are complete, or are made at startup");
        if (schema.schemaStatus().isCurrent())
            schema.warnings().forEach(line -> diagnosis.advise(DoctorCheck.TABLES, line));
    }

    private void hooks(Hooks hooks) {
        var url = hooks.settings().url();
        boolean isReached = false;
        if (url != null) {
            isReached = reach(
                    DoctorCheck.HOOKS,
                    "the application at hooks.url",
                    () -> connect(url),
                    "start it, or change hooks.url");
        }
        var findings = hooks.examine();
        findings.errors().forEach(line -> diagnosis.broken(DoctorCheck.HOOKS, line));
        findings.warnings().forEach(line -> diagnosis.advise(DoctorCheck.HOOKS, line));
        if (isReached && findings.errors().isEmpty() && findings.warnings().isEmpty()) {
            diagnosis.ok(DoctorCheck.HOOKS, "the application and the file list the same callbacks");
        }
    }

    private static boolean connect(String url) throws IOException {
        ConnectionProbe.open(url);
        return true;
    }

    /** Sign-in works without a collector, so this fails only for a variable that cannot be used. */
    private void traces() {
        try {
            var collector = Collector.of(env);
            if (collector.isPresent() && !isOffline) traces(collector.get());
        } catch (TracerException e) {
            diagnosis.broken(DoctorCheck.TRACES, String.valueOf(e.getMessage()));
        }
    }

    private void traces(Collector collector) {
        try {
            ConnectionProbe.open(collector.origin());
            diagnosis.ok(DoctorCheck.TRACES, "the collector at " + collector.origin() + " responds");
        } catch (IOException e) {
            diagnosis.advise(
                    DoctorCheck.TRACES,
                    "the collector at " + collector.origin() + " isn't responding, so traces are lost; check "
                            + collector.variable());
        }
    }
}
