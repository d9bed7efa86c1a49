package dev.cardea.providers;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.OAuthProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares whole recorded sign-ins with the real classes, with a service behind every address. Not compared, because
 * always different: the client name and media types of a provider's own calls, and the keys that are fetched because ID
 * tokens are verified. Ids are texts. Services that were shut down are rejected, so no user signs in.
 */
class WireVectorsTest {
    private static final String ISSUER = "https://issuer.placeholder";
    private static final Set<String> NOT_COMPARED = Set.of("accept", "user-agent", "content-type", "host");
    private static final Set<String> OF_THE_SERVICE =
            Set.of("access_token", "token_type", "expires_in", "refresh_token", "scope", "id_token", "expires_at");

    private final Differences differences = Differences.of("wire");

    @TestFactory
    Stream<DynamicTest> people_are_signed_in_by_the_recorded_messages() {
        var flows = Vectors.of("wire-vectors.json", "flows")
                .filter(flow -> Providers.byId(flow.text("provider")).isPresent())
                .map(flow -> dynamicTest(flow.text("file"), () -> replay(flow)));
        return Stream.concat(flows, Stream.of(dynamicTest("the list of differences is true", differences::allUsed)));
    }

    private void replay(Claims flow) {
        if (provider(flow).retired() != null) return;
        differences.check("wire " + flow.text("file"), recorded(flow), ours(flow));
    }

    private static List<String> recorded(Claims flow) {
        var lines = new ArrayList<String>();
        lines.add("to " + flow.text("authorizationUrl"));
        Vectors.texts(flow, "authorizationParams").forEach((name, value) -> lines.add("sends " + name + "=" + value));
        strings(flow, "checkCookies").forEach(line -> lines.add(cookie(line)));
        stateToo(flow, lines);
        strings(flow, "discovery").forEach(url -> lines.add("discovers " + url));
        var token = Vectors.object(flow, "tokenRequest");
        lines.add("token " + token.text("method") + " " + canonical(token.text("url")));
        var authorization = Vectors.object(token, "headers").text("authorization");
        lines.add("token authorization "
                + (authorization == null ? "none" : authorization.split(" ")[0]));
        Vectors.texts(token, "form").forEach((name, value) -> lines.add("token form " + name + "=" + value));
        Vectors.objects(flow, "profileRequests").forEach(request -> {
            lines.add("asks " + request.text("method") + " " + canonical(request.text("url")));
            Vectors.texts(request, "headers").forEach((name, value) -> header(lines, name, value));
        });
        var result = Vectors.object(flow, "result");
        user(lines, Vectors.object(result, "user"));
        account(lines, Vectors.object(result, "account"));
        return lines;
    }

    /** Every OAuth provider sends state, whether or not its service supports PKCE: docs/decisions/022. */
    private static void stateToo(Claims flow, List<String> lines) {
        if (provider(flow).isOidc() || lines.contains("sends state=<state>")) return;
        lines.add("sends state=<state>");
        lines.add("remembers __Secure-authjs.state Lax");
    }

    private static List<String> ours(Claims flow) {
        var provider = provider(flow);
        var input = firstProfile(flow);
        var service = service(flow, provider, input);
        var journey = Journey.with(provider, service);
        var lines = new ArrayList<String>();
        lines.add("to " + journey.leave().replaceFirst("\\?[^#]*", ""));
        journey.sent().forEach((name, value) -> lines.add("sends " + name + "=" + masked(name, value)));
        journey.cookieLines().stream()
                .filter(line -> !line.contains("callback-url"))
                .forEach(line -> lines.add(cookie(line)));
        var more = new LinkedHashMap<String, String>();
        if (input.has("user")) more.put("user", Json.print(input.value("user")));
        if (provider.id().equals("vk")) more.put("device_id", "DEVICE");
        var arrived = journey.arrive(more);
        service.asked().forEach(request -> request(lines, request));
        user(lines, arrived.user().claims());
        account(lines, Objects.requireNonNull(arrived.account()).claims());
        return lines;
    }

    private static OAuthProvider provider(Claims flow) {
        var brand = Providers.byId(flow.text("provider")).orElseThrow();
        var options = new LinkedHashMap<String, String>();
        var said = Vectors.texts(flow, "options");
        brand.options().stream()
                .filter(option -> said.containsKey(option.name()))
                .forEach(option -> options.put(option.name(), option.name().equals("tenantId") ? "TENANT_ID" : "x"));
        var provider = (OAuthProvider) brand.example(options);
        return said.containsKey("issuer") ? provider.issuer(said.get("issuer").replace("{issuer}", ISSUER)) : provider;
    }

    private static Service service(Claims flow, OAuthProvider provider, Claims input) {
        var service = new Service().profile(input);
        Claims extra = Claims.NONE;
        for (var field : Vectors.object(Vectors.object(flow, "result"), "account")
                .asMap()
                .entrySet()) {
            boolean own = Set.of("provider", "type", "providerAccountId").contains(field.getKey());
            if (!own && !OF_THE_SERVICE.contains(field.getKey())) extra = extra.with(field.getKey(), field.getValue());
        }
        service.tokens(extra);
        if (provider.isOidc())
            service.idToken(input.without("iss").without("user").withPresent("iss", issuer(input)));
        Raw.shape(provider.id(), input, service);
        return service;
    }

    /** Entra uses the issuer of the tenant; all others use the configured issuer. */
    private static String issuer(Claims input) {
        return input.has("tid") ? "https://login.microsoftonline.com/" + input.text("tid") + "/v2.0" : null;
    }

    static Claims firstProfile(Claims flow) {
        return Vectors.of("profile-vectors.json", "vectors")
                .filter(vector -> flow.text("file").equals(vector.text("file")))
                .map(vector -> Vectors.object(vector, "input"))
                .findFirst()
                .orElseThrow();
    }

    private static void request(List<String> lines, Request request) {
        var url = request.url();
        if (url.equals("https://discovered.example/keys")) return;
        if (url.contains("/.well-known/")) {
            lines.add("discovers " + url);
        } else if (request.text().contains("grant_type=authorization_code")) {
            lines.add("token " + request.method() + " " + canonical(url));
            lines.add("token authorization "
                    + request.header("authorization").orElse("none").split(" ")[0]);
            Form.decode(request.text())
                    .forEach((name, value) -> lines.add("token form " + name + "=" + masked(name, value)));
        } else {
            lines.add("asks " + request.method() + " " + canonical(url));
            request.headers().fields().forEach(field -> header(lines, field.name(), field.value()));
            if (request.body().length > 0) lines.add("asks with " + request.text());
        }
    }

    private static void header(List<String> lines, String name, String value) {
        if (!NOT_COMPARED.contains(name)) lines.add("asks with " + name + ": " + value);
    }

    private static String masked(String name, String value) {
        return switch (name) {
            case "state", "nonce", "code_challenge", "code_verifier" -> "<" + name + ">";
            case "client_secret" -> "CLIENT_SECRET";
            default -> value;
        };
    }

    private static String cookie(String line) {
        var sameSite = line.replaceFirst(".*SameSite=(\\w+).*", "$1");
        return "remembers " + line.split("[;=]")[0] + " " + sameSite;
    }

    /** Compares decoded parameters, because a comma may be escaped or not. */
    private static String canonical(String url) {
        int mark = url.indexOf('?');
        if (mark < 0) return url;
        return url.substring(0, mark + 1)
                + new TreeMap<>(Form.decode(
                        url.substring(mark + 1).replace("CLIENT_SECRET-32-bytes-for-hmac--", "CLIENT_SECRET")));
    }

    private static void user(List<String> lines, Claims user) {
        user.without("id").asMap().forEach((name, value) -> {
            if (value != null && !"__undefined__".equals(value)) lines.add("user " + name + " " + Json.print(value));
        });
    }

    private static void account(List<String> lines, Claims account) {
        account.asMap().forEach((name, value) -> {
            boolean id = name.equals("providerAccountId");
            if (!name.equals("id_token") && !name.equals("expires_at")) {
                lines.add("account " + name + " "
                        + (id && value instanceof Long ? "\"" + value + "\"" : Json.print(value)));
            }
        });
    }

    private static List<String> strings(Claims source, String name) {
        return ((List<?>) source.value(name)).stream().map(String::valueOf).toList();
    }
}
