package dev.cardea.server.tracing;

import dev.cardea.config.Env;
import dev.cardea.http.WebUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where the variables of OpenTelemetry send spans. Reads the variables without the SDK.
 *
 * @param variable that names it
 * @param url as the variable names it
 */
public record Collector(String variable, String url) {
    /** All that have a meaning here, by the specification of the SDK's environment variables. */
    static final List<String> VARIABLES = List.of(
            "OTEL_SDK_DISABLED",
            "OTEL_SERVICE_NAME",
            "OTEL_RESOURCE_ATTRIBUTES",
            "OTEL_TRACES_EXPORTER",
            "OTEL_TRACES_SAMPLER",
            "OTEL_TRACES_SAMPLER_ARG",
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
            "OTEL_EXPORTER_OTLP_PROTOCOL",
            "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
            "OTEL_EXPORTER_OTLP_HEADERS",
            "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
            "OTEL_EXPORTER_OTLP_TIMEOUT",
            "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT",
            "OTEL_EXPORTER_OTLP_COMPRESSION",
            "OTEL_EXPORTER_OTLP_TRACES_COMPRESSION",
            "OTEL_EXPORTER_OTLP_CERTIFICATE",
            "OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE",
            "OTEL_EXPORTER_OTLP_CLIENT_KEY",
            "OTEL_EXPORTER_OTLP_TRACES_CLIENT_KEY",
            "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE",
            "OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE",
            "OTEL_BSP_SCHEDULE_DELAY",
            "OTEL_BSP_EXPORT_TIMEOUT",
            "OTEL_BSP_MAX_QUEUE_SIZE",
            "OTEL_BSP_MAX_EXPORT_BATCH_SIZE",
            "OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT",
            "OTEL_SPAN_EVENT_COUNT_LIMIT");

    private static final List<String> HEADERS =
            VARIABLES.stream().filter(name -> name.endsWith("_HEADERS")).toList();

    private static final String PROTOCOL = "http/protobuf";

    /**
     * Returns the collector; empty if no variable names one, or if exports are switched off.
     *
     * @throws TracerException if a variable cannot be used
     */
    public static Optional<Collector> of(Env env) throws TracerException {
        if (env.get("OTEL_SDK_DISABLED")
                .filter(it -> it.strip().equalsIgnoreCase("true"))
                .isPresent()) return Optional.empty();
        if (env.get("OTEL_TRACES_EXPORTER").filter("none"::equals).isPresent()) return Optional.empty();
        var variable = variable(env, "ENDPOINT");
        if (variable.isEmpty()) return Optional.empty();
        var url = env.get(variable.get()).orElseThrow().strip();
        if (WebUrl.parse(url).isEmpty()) {
            throw new TracerException("the variable " + variable.get()
                    + " must be an http or https URL, such as http://collector.example:4318");
        }
        requireProtocol(env);
        requireHeaders(env);
        return Optional.of(new Collector(variable.get(), url));
    }

    /** Of the two variables, the one for traces alone counts first. */
    private static Optional<String> variable(Env env, String end) {
        var traces = "OTEL_EXPORTER_OTLP_TRACES_" + end;
        if (env.get(traces).isPresent()) return Optional.of(traces);
        var all = "OTEL_EXPORTER_OTLP_" + end;
        return env.get(all).isPresent() ? Optional.of(all) : Optional.empty();
    }

    private static void requireProtocol(Env env) throws TracerException {
        var variable = variable(env, "PROTOCOL");
        if (variable.isEmpty()) return;
        if (env.get(variable.get()).filter(it -> it.strip().equals(PROTOCOL)).isPresent()) return;
        throw new TracerException(
                "the variable " + variable.get() + " must be " + PROTOCOL + "; most collectors use port 4318 for it");
    }

    /** The SDK decodes each value as a URL does, and quotes one that it cannot decode or send. */
    private static void requireHeaders(Env env) throws TracerException {
        for (var name : HEADERS) {
            for (var header : env.get(name).orElse("").split(",")) {
                if (decoded(name, header.strip()).chars().anyMatch(Character::isISOControl)) {
                    throw new TracerException("the variable " + name
                            + " has a header with a control character, which HTTP does not allow; remove it");
                }
            }
        }
    }

    private static String decoded(String variable, String header) throws TracerException {
        try {
            return URLDecoder.decode(header, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new TracerException(
                    "the variable " + variable + " has a header that cannot be decoded; write % as %25");
        }
    }

    /** The variables that are set, by the names of the SDK's properties. */
    static Map<String, String> properties(Env env) {
        var all = new TreeMap<String, String>();
        for (var name : VARIABLES) env.get(name).ifPresent(value -> all.put(property(name), value));
        all.putIfAbsent("otel.exporter.otlp.protocol", PROTOCOL);
        // Meters have an endpoint, and the log is on standard error.
        all.put("otel.metrics.exporter", "none");
        all.put("otel.logs.exporter", "none");
        all.put("otel.propagators", "none");
        return all;
    }

    /** The SDK's messages may quote a variable or one of its headers, and headers hold credentials. */
    static String withoutSecrets(String message, Env env) {
        var shown = message;
        for (var name : HEADERS) {
            var all = env.get(name).orElse("");
            shown = hide(shown, all);
            for (var header : all.split(",")) {
                shown = hide(shown, header);
                shown = hide(shown, header.substring(header.indexOf('=') + 1));
            }
        }
        return shown;
    }

    private static String hide(String message, String secret) {
        return secret.isBlank() ? message : message.replace(secret.strip(), "(hidden)");
    }

    private static String property(String variable) {
        return variable.toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** Scheme, host and port: what else an address holds may be secret. */
    public String origin() {
        return WebUrl.parse(url).map(WebUrl::origin).orElse("");
    }
}
