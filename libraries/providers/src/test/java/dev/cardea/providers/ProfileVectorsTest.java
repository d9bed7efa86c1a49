package dev.cardea.providers;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.OAuthProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Compares the users that recorded profiles map to. Ids become text; other differences are listed. */
class ProfileVectorsTest {
    private final Differences differences = Differences.of("profile");

    @TestFactory
    Stream<DynamicTest> a_profile_becomes_the_recorded_user() {
        var cases = Vectors.of("profile-vectors.json", "vectors")
                .filter(vector -> Providers.byId(vector.text("provider")).isPresent())
                .map(vector -> dynamicTest(vector.text("id") + " " + vector.text("case"), () -> replay(vector)));
        return Stream.concat(cases, Stream.of(dynamicTest("the list of differences is true", differences::allUsed)));
    }

    private void replay(Claims vector) {
        differences.check("profile " + vector.text("id"), recorded(vector), ours(vector));
    }

    private static List<String> recorded(Claims vector) {
        if (vector.has("throws")) return List.of("fails");
        var output = Vectors.object(vector, "output");
        return lines(output.value("id") instanceof Number id ? output.with("id", Json.print(id)) : output);
    }

    private static List<String> ours(Claims vector) {
        var options = Vectors.texts(vector, "options");
        var issuer = options.remove("issuer");
        var brand = Providers.byId(vector.text("provider")).orElseThrow();
        var provider = (OAuthProvider) brand.example(options);
        if (issuer != null) provider = provider.issuer(issuer);
        var mapper = provider.profile().orElse(Mapping.STANDARD);
        try {
            var tokens = TokenSet.of(Vectors.object(vector, "tokens"));
            var user = mapper.map(Profile.of(Vectors.object(vector, "input")), tokens, provider, answers(vector));
            return lines(user.claims());
        } catch (RuntimeException e) {
            return List.of("fails");
        }
    }

    private static HttpHandler answers(Claims vector) {
        var recorded = new ArrayDeque<>(Vectors.objects(vector, "http").toList());
        return request -> {
            var answer = recorded.remove();
            if (answer.has("networkError")) throw new UncheckedIOException(new IOException("no network"));
            var body = Base64.getDecoder().decode(String.valueOf(answer.value("bodyBase64")));
            return Response.of(
                    ((Long) answer.value("status")).intValue(), Headers.of("content-type", "image/jpeg"), body);
        };
    }

    /** A missing value and {@code null} are the same to a user. */
    private static List<String> lines(Claims user) {
        var lines = new ArrayList<String>();
        new TreeMap<>(user.asMap()).forEach((name, value) -> {
            if (value != null) lines.add(name + " " + Json.print(value));
        });
        return lines;
    }
}
