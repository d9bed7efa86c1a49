package dev.cardea.tests.fault;

import dev.cardea.AuthConfig;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.observe.Observer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Notes every secret and personal value that passes between visitor, site and provider, by its kind. */
final class PlantedValues implements Watch {
    private static final int SHORTEST = 8;

    /** Values that are public: names of algorithms and scopes, public addresses, and the reference of the failure. */
    private static final Set<String> PUBLIC = Set.of(
            "json iss",
            "json aud",
            "json azp",
            "json scope",
            "json token_type",
            "json issuer",
            "json error",
            "json error_description",
            "json jwks_uri",
            "json token_endpoint",
            "json userinfo_endpoint",
            "json authorization_endpoint",
            "parameter iss",
            "parameter scope",
            "parameter redirect_uri",
            "parameter grant_type",
            "parameter response_type",
            "parameter error",
            "parameter error_description",
            "parameter code_challenge_method",
            "parameter client_assertion_type",
            "parameter action",
            "cookie cardea.error-id");

    private static final Set<String> PUBLIC_JSON_OF_DISCOVERY = Set.of("S256", "authorization_code", "form_post");

    private final Map<String, Set<String>> values = new ConcurrentHashMap<>();
    private final Observer observer;

    /** @param observer sees the steps too */
    PlantedValues(Observer observer) {
        this.observer = observer;
        note("secret of the site", FaultSite.SECRET);
        note("secret of the client", FaultSite.CLIENT_SECRET);
        note("browser", FaultSite.CHROME);
        note("browser", FaultSite.PHONE);
        note("address of the client", FaultSite.CLIENT);
        note("page of the visitor", "dash-3f71");
        note("query of the visitor", "cart=99184");
        FaultSite.ADA.claims().asMap().forEach((name, value) -> noteJson("json " + name, value));
        note("json sub", FaultSite.ADA.sub());
    }

    @Override
    public AuthConfig.Builder configure(AuthConfig.Builder config) {
        return config.logger(AuthLogger.DEFAULT).debug(true).observer(observer);
    }

    @Override
    public HttpHandler wire(HttpHandler handler) {
        return request -> {
            note(request);
            var response = handler.handle(request);
            note(response);
            return response;
        };
    }

    @Override
    public void secret(String value) {
        note("secret of a service", value);
    }

    /** Returns the kinds that were noted. */
    Set<String> kinds() {
        return values.keySet();
    }

    /** Returns what was noted and is in the text, in any of its spellings. */
    List<String> foundIn(String text) {
        var lower = text.toLowerCase(Locale.ROOT);
        var found = new TreeMap<String, String>();
        values.forEach((kind, all) -> all.forEach(value -> spellings(value)
                .filter(spelling -> lower.contains(spelling.toLowerCase(Locale.ROOT)))
                .forEach(spelling -> found.put(kind, spelling))));
        return found.entrySet().stream()
                .map(it -> it.getKey() + ": " + it.getValue())
                .toList();
    }

    private static Stream<String> spellings(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return Stream.of(
                value,
                Form.encodeComponent(value),
                Base64.getEncoder().withoutPadding().encodeToString(bytes),
                Base64.getUrlEncoder().withoutPadding().encodeToString(bytes),
                HexFormat.of().formatHex(bytes));
    }

    private void note(Request request) {
        for (var cookie : request.headers().joined("cookie").orElse("").split("; ", -1)) noteCookie(cookie);
        request.header("authorization").ifPresent(value -> note("header authorization", value.replace("Basic ", "")));
        noteParameters(request.rawQuery());
        var type = request.header("content-type").orElse("");
        if (type.startsWith("application/x-www-form-urlencoded")) noteParameters(request.text());
    }

    private void note(Response response) {
        Headers headers = response.headers();
        for (var line : headers.all("set-cookie")) noteCookie(line.substring(0, (line + ";").indexOf(';')));
        var location = headers.first("location").orElse("");
        if (location.contains("?")) noteParameters(location.substring(location.indexOf('?') + 1));
        if (!headers.first("content-type").orElse("").startsWith("application/json")) return;
        try {
            var answer = Json.parseObject(response.text(), Json.TRUSTED_DEPTH);
            if (!answer.has("jwks_uri") && !answer.has("keys"))
                answer.asMap().forEach((name, value) -> noteJson("json " + name, value));
        } catch (JsonException e) {
            // An answer that is spoiled on purpose.
        }
    }

    private void noteParameters(String form) {
        try {
            Form.decode(form).forEach((name, value) -> note("parameter " + name, value));
        } catch (IllegalArgumentException e) {
            // A query that is spoiled on purpose.
        }
    }

    private void noteCookie(String pair) {
        int equals = pair.indexOf('=');
        if (equals < 1) return;
        var name = pair.substring(0, equals).replace("__Secure-", "").replace("__Host-", "");
        var value = pair.substring(equals + 1);
        note("cookie " + name, value);
        Form.decodeComponent(value).ifPresent(decoded -> note("cookie " + name, decoded));
    }

    private void noteJson(String kind, @Nullable Object value) {
        if (value instanceof String text) note(kind, text);
        if (value instanceof Map<?, ?> object) object.forEach((name, inner) -> noteJson(kind + "." + name, inner));
    }

    private void note(String kind, String value) {
        boolean isAddressOfPage = value.startsWith("http") && !value.contains("?") && !value.contains("picture");
        if (value.length() < SHORTEST || PUBLIC.contains(kind) || isAddressOfPage) return;
        if (PUBLIC_JSON_OF_DISCOVERY.contains(value)) return;
        values.computeIfAbsent(kind, any -> ConcurrentHashMap.newKeySet()).add(value);
    }
}
