package dev.cardea.providers;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.oauth.UserInfo;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.OAuthProvider;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Compares recorded calls of provider functions: profiles, repairs of token responses, and HTTP decorators. */
class FunctionVectorsTest {
    private static final Set<String> NOT_COMPARED = Set.of("accept", "user-agent", "content-type", "host");

    private final Differences differences = Differences.of("function");

    @TestFactory
    Stream<DynamicTest> a_brands_functions_ask_and_answer_as_recorded() {
        var cases = Vectors.of("function-vectors.json", "vectors")
                .filter(vector -> !kind(vector).startsWith("token.request"))
                .map(vector -> dynamicTest(
                        name(vector), () -> differences.check(name(vector), recorded(vector), ours(vector))));
        return Stream.concat(cases, Stream.of(dynamicTest("the list of differences is true", differences::allUsed)));
    }

    private static String name(Claims vector) {
        return "function " + vector.text("provider") + ": " + vector.text("case");
    }

    private static String kind(Claims vector) {
        return String.valueOf(vector.text("kind"));
    }

    private static List<String> recorded(Claims vector) {
        var lines = new ArrayList<String>();
        if (vector.has("throws")) lines.add("fails");
        else if ("<response left as it was>".equals(vector.value("result"))) {
            result(lines, described(response(Vectors.object(vector, "response"))));
        } else result(lines, vector.value("result"));
        Vectors.objects(vector, "requests").forEach(request -> {
            lines.add("asks " + request.text("method") + " " + canonical(request.text("url")));
            Vectors.texts(request, "headers").forEach((name, value) -> header(lines, name, value));
            if (request.text("body") != null) body(lines, request.text("body"));
        });
        return lines;
    }

    private static List<String> ours(Claims vector) {
        var lines = new ArrayList<String>();
        var answers = new RecordingClient(vector);
        try {
            result(
                    lines,
                    switch (kind(vector)) {
                        case "userinfo" -> userinfo(vector, answers);
                        case "token.conform" -> conform(vector);
                        case "customFetch" -> fetch(vector, answers);
                        default -> throw new AssertionError(kind(vector));
                    });
        } catch (RuntimeException e) {
            lines.add("fails");
        }
        answers.asked.forEach(request -> {
            lines.add("asks " + request.method() + " " + canonical(request.url()));
            request.headers().fields().forEach(field -> header(lines, field.name(), field.value()));
            if (request.body().length > 0) body(lines, request.text());
        });
        return lines;
    }

    private static OAuthProvider provider(Claims vector) {
        var options = Vectors.texts(vector, "options");
        var issuer = options.remove("issuer");
        var brand = Providers.byId(vector.text("provider")).orElseThrow();
        var provider =
                ((OAuthProvider) brand.example(options)).clientId("CLIENT_ID").clientSecret("CLIENT_SECRET");
        if (issuer != null) provider = provider.issuer(issuer);
        return (provider.issuer() == null ? provider.issuer("https://issuer.placeholder") : provider).resolved();
    }

    private static Object userinfo(Claims vector, HttpHandler http) {
        var provider = provider(vector);
        var tokens = TokenSet.of(Vectors.object(vector, "tokens"));
        if (provider.userinfoRequest().isPresent()) {
            return provider.userinfoRequest().get().fetch(tokens, provider, http);
        }
        var answer = http.handle(UserInfo.request(ApiCall.userinfo(provider), tokens.accessToken(), false));
        return UserInfo.validate(answer, null, false, signed -> Claims.NONE, isSame -> {});
    }

    private static Object conform(Claims vector) {
        var answer = response(Vectors.object(vector, "response"));
        var repaired =
                provider(vector).conform().map(repair -> repair.apply(answer)).orElse(null);
        return described(repaired == null ? answer : repaired);
    }

    private static Object fetch(Claims vector, HttpHandler http) {
        var call = Vectors.object(vector, "call");
        var request = Request.of(call.text("method"), call.text("url"));
        if (call.text("body") != null) request = request.body(call.text("body") + "&client_id=CLIENT_ID");
        return described(provider(vector).decorate(http).handle(request));
    }

    private static Claims described(Response answer) {
        return Claims.of("status", answer.status()).with("body", Json.parse(answer.text(), 100));
    }

    private static void result(List<String> lines, Object result) {
        if (result instanceof Claims claims) result(lines, claims.asMap());
        else if (result instanceof Map<?, ?> object) {
            object.forEach((name, value) -> {
                if (!name.equals("headers")) lines.add("result " + name + " " + Json.print(value));
            });
        } else lines.add("result " + (result instanceof String text ? text : Json.print(result)));
    }

    private static void header(List<String> lines, String name, String value) {
        var lower = name.toLowerCase(Locale.ROOT);
        if (!NOT_COMPARED.contains(lower)) lines.add("asks with " + lower + ": " + value);
    }

    private static void body(List<String> lines, String body) {
        try {
            lines.add("asks with " + Json.print(Json.parse(body, 100)));
        } catch (JsonException e) {
            new TreeMap<>(Form.decode(body)).forEach((name, value) -> lines.add("asks with " + name + "=" + value));
        }
    }

    private static String canonical(String url) {
        int mark = url.indexOf('?');
        return mark < 0 ? url : url.substring(0, mark + 1) + new TreeMap<>(Form.decode(url.substring(mark + 1)));
    }

    private static Response response(Claims recorded) {
        var headers = Headers.of("content-type", "application/json");
        for (var header : Vectors.texts(recorded, "headers").entrySet()) {
            headers = headers.with(header.getKey(), header.getValue());
        }
        int status = recorded.value("status") instanceof Long number ? number.intValue() : 200;
        return Response.of(status, headers, Json.print(recorded.value("json")).getBytes(StandardCharsets.UTF_8));
    }

    private static final class RecordingClient implements HttpHandler {
        private final Deque<Claims> answers;
        private final List<Request> asked = new ArrayList<>();

        RecordingClient(Claims vector) {
            answers = new ArrayDeque<>(Vectors.objects(vector, "responses").toList());
        }

        @Override
        public Response handle(Request request) {
            asked.add(request);
            return response(answers.remove());
        }
    }
}
