package dev.cardea.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.limit.Budget;
import dev.cardea.model.ProviderType;
import dev.cardea.observe.Callback;
import dev.cardea.observe.Choice;
import dev.cardea.observe.Event;
import dev.cardea.observe.Label;
import dev.cardea.observe.Step;
import dev.cardea.observe.StoreOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/meters.md is written from the meters: {@code -Dcardea.write=meters} writes it anew. */
class MetersPageTest {
    @Test
    void the_page_has_every_meter_with_its_values() throws IOException {
        var page = root().resolve("docs/meters.md");
        if ("meters".equals(System.getProperty("cardea.write"))) Files.writeString(page, written());
        assertThat(Files.readString(page))
                .as("mvn -pl libraries/micrometer test -Dtest=MetersPageTest -Dcardea.write=meters")
                .isEqualTo(written());
    }

    private static String written() {
        var lines = new ArrayList<>(List.of(
                "# Meters",
                "",
                "Build dashboards and alert rules with these meters of `cardea-micrometer`, under their Prometheus names.",
                "[Monitor](guides/monitor.md) shows how to turn them on.",
                "",
                "A timer has the series `_count`, `_sum` and `_max`. A series appears with its first value.",
                "",
                "| Meter | Kind | Labels | What it measures |",
                "|---|---|---|---|"));
        for (var meter : MeterName.values()) {
            var labels = meter.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "));
            lines.add("| `" + meter.prometheus() + "` | " + meter.kind().text() + " | " + labels + " | "
                    + meter.description() + " |");
        }
        lines.addAll(List.of(
                "",
                "## Values of labels",
                "",
                "All values are in these lists, or are names from the configuration.",
                "",
                "| meter, label | values |",
                "|---|---|"));
        lines.addAll(values());
        lines.add("");
        return String.join("\n", lines);
    }

    private static List<String> values() {
        var budgets = Stream.of(Budget.values()).map(budget -> budget.name().toLowerCase(Locale.ROOT));
        var types = Stream.concat(Stream.of(ProviderType.values()).map(ProviderType::wire), Stream.of("unknown"));
        var hooks =
                Stream.concat(labels(Callback.values()), labels(Event.values()).map(event -> "events/" + event));
        var calls = Stream.of(Step.ProviderCall.Result.values())
                .filter(result -> result != Step.ProviderCall.Result.LIMITED)
                .map(Choice::label);
        return List.of(
                row("`action`", actions(), ", or what a [module](guides/module-routes.md) names its route"),
                row("`method`", labels(Step.Method.values())),
                row("`outcome`", labels(Step.RequestEnd.Outcome.values())),
                "| `provider`, `service` | the id of a provider, `unknown`, or `other` from the hundredth name on |",
                row("`cardea_sign_ins_total`, `type`", types),
                row("`cardea_sign_ins_total`, `result`", labels(Step.SignInEnd.Result.values())),
                "| `cardea_sign_ins_total`, `reason` | `none`, or an [error type](errors.md) |",
                row("`new_user`", Stream.of("true", "false", "unknown")),
                row("`strategy`", labels(Step.Strategy.values())),
                row("`cardea_sessions_read_total`, `result`", labels(Step.SessionRead.Result.values())),
                row("`cause`", labels(Step.SessionIssue.Cause.values())),
                row("`cardea_sessions_confirmed_total`, `result`", labels(Step.SessionConfirm.Result.values())),
                row("`cardea_sessions_ended_total`, `reason`", labels(Step.SessionEnd.Reason.values())),
                "| `cardea_errors_total`, `cardea_rejections_total`, `type` | an [error type](errors.md) |",
                row("`budget`", budgets),
                row("`endpoint`", labels(Step.Endpoint.values())),
                row("`cardea_provider_calls_seconds`, `result`", calls),
                "| `store` | the kind of store, such as `jdbc` |",
                row("`operation`", labels(StoreOperation.values())),
                row("`cardea_store_calls_seconds`, `result`", labels(Step.StoreCall.Result.values())),
                row("`cardea_store_connections`, `state`", Stream.of("active", "idle", "waiting", "max")),
                row("`hook`", hooks),
                row("`cardea_hook_calls_seconds`, `result`", labels(Step.HookResult.values())),
                row("`event`", labels(Event.values())),
                row("`cardea_mails_seconds`, `result`", labels(Step.MailCall.Result.values())),
                row("`algorithm`", labels(Step.PasswordHash.Algorithm.values())),
                row("`purpose`", labels(Step.SecretUse.Purpose.values())),
                row("`position`", labels(Step.SecretUse.Position.values())),
                row("`kind`", labels(CardeaMeters.ExpiredRows.values())),
                row("`cardea_config_reloads_total`, `result`", Stream.of("ok", "rejected")),
                row("`cardea_recorder_traces_total`, `result`", Stream.of("kept", "evicted", "over_quota")),
                "| `step`, `cardea_module_steps_total`, `result` | from a closed list of the module |",
                row("`cardea_connections`, `state`", Stream.of("open", "max")),
                "| `version`, `java` | of Cardea and of the Java runtime |");
    }

    /** With those of forward authentication, a module that this one doesn't see. */
    private static Stream<String> actions() {
        var all = labels(Step.Action.values()).collect(Collectors.toCollection(ArrayList::new));
        all.addAll(all.size() - 1, List.of("verify", "enter", "jwks"));
        return all.stream();
    }

    private static Stream<String> labels(Label[] all) {
        return Stream.of(all).map(Label::label);
    }

    private static String row(String label, Stream<String> values) {
        return row(label, values, "");
    }

    private static String row(String label, Stream<String> values, String more) {
        return "| " + label + " | " + values.map(value -> "`" + value + "`").collect(Collectors.joining(", ")) + more
                + " |";
    }

    private static Path root() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("CHANGELOG.md"))) folder = folder.getParent();
        return folder;
    }
}
