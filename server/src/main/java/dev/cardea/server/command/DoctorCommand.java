package dev.cardea.server.command;

import dev.cardea.config.Env;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Json;
import dev.cardea.recorder.InvalidTraceException;
import dev.cardea.recorder.Trace;
import dev.cardea.server.doctor.CheckResult;
import dev.cardea.server.doctor.CheckResult.Level;
import dev.cardea.server.doctor.ConfigurationDoctor;
import dev.cardea.server.doctor.Diagnosis;
import dev.cardea.server.doctor.DoctorCheck;
import dev.cardea.server.doctor.SiteDoctor;
import dev.cardea.server.doctor.TraceSource;
import dev.cardea.server.file.Operation.Management;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.outbound.Outbound;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code cardea doctor}. */
@Command(
        name = "doctor",
        description =
                "Checks a configuration and the services it uses, or a site from outside; or attacks your own site.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class DoctorCommand extends FileCommand {
    @Option(names = "--offline", description = "Checks only the file, without opening connections.")
    private boolean isOffline;

    @Option(
            names = "--url",
            paramLabel = "ADDRESS",
            description = "Checks a site from outside, the way visitors reach it; with --config, checks both.")
    private @Nullable String address;

    @Option(names = "--json", description = "Prints the findings as JSON; with --attack, the report.")
    private boolean isJson;

    @Mixin
    private DoctorAttack attack = new DoctorAttack();

    DoctorCommand(Env env) {
        super(env);
    }

    @Override
    public Integer call() {
        if (attack.isIncomplete()) return wrong("this option needs --attack ADDRESS");
        if (attack.isAsked()) return attack.run(isJson);
        if (address == null) return super.call();
        if (isOffline) return wrong("--url opens connections and --offline forbids them; use one of them");
        var site = WebUrl.parse(address);
        if (site.isEmpty()) return wrong("--url must be an address such as https://app.example");
        if (isFileGiven()) return super.call();
        Outbound.install();
        var diagnosis = diagnosis();
        new SiteDoctor(site.get(), null, diagnosis).examine();
        return end(diagnosis, site.get() + " has no errors");
    }

    @Override
    int run(ServerSettings settings) {
        var diagnosis = diagnosis();
        new ConfigurationDoctor(config(), settings, env(), isOffline, diagnosis).examine();
        if (address != null) {
            var management = settings.operation().management();
            var traces = management == null ? null : traces(management);
            new SiteDoctor(WebUrl.parse(address).orElseThrow(), traces, diagnosis).examine();
        }
        return end(diagnosis, config() + (isOffline ? " has no errors; services weren't tested" : " can be served"));
    }

    @Override
    void errors(List<String> lines) {
        if (!isJson) super.errors(lines);
        else
            print(Json.print(report(
                    true, lines.stream().map(line -> new CheckResult(Level.BROKEN, DoctorCheck.SETTING, line)))));
    }

    private Diagnosis diagnosis() {
        return new Diagnosis(finding -> {
            if (!isJson) print(finding.line());
        });
    }

    private int end(Diagnosis diagnosis, String summary) {
        if (isJson) print(Json.print(report(diagnosis.isBroken(), diagnosis.findings().stream())));
        if (diagnosis.isBroken()) return ExitCode.BROKEN;
        if (!isJson) print(summary);
        return ExitCode.DONE;
    }

    private static Map<String, Object> report(boolean isBroken, Stream<CheckResult> findings) {
        var report = new LinkedHashMap<String, Object>();
        report.put("broken", isBroken);
        report.put("findings", findings.map(CheckResult::toMap).toList());
        return report;
    }

    private static TraceSource traces(Management management) {
        return reference -> trace(reference, management);
    }

    private static Optional<Trace> trace(String reference, Management management) {
        try {
            var answer = new TraceRequest(management.token()).send(management.url(), reference);
            return answer.statusCode() == 200 ? Optional.of(TraceRequest.trace(answer.body())) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (IOException | InvalidTraceException e) {
            return Optional.empty();
        }
    }

    private int wrong(String message) {
        complain("cardea: " + message);
        return ExitCode.WRONG;
    }
}
