package dev.cardea.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cardea.ActionUrl;
import dev.cardea.action.AuthAction;
import dev.cardea.action.AuthRequest;
import dev.cardea.action.BadRequestException;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** From paths to actions, and back. */
class ActionVectorsTest {
    private static final String REFUSED = "refused";

    /** What the reference builds wrongly or not at all, by headers and environment: the address here. */
    private static final Map<String, String> MENDED = Map.of(
            "{\"host\":\"example.com\",\"x-forwarded-proto\":\"https,http\"}{}", REFUSED,
            "{\"host\":\"a.com\",\"x-forwarded-host\":\"x.com, y.com\"}{}", REFUSED,
            "{}{}", REFUSED,
            "{}{\"AUTH_URL\":\"https://a.com/x\"}", "https://a.com/x/signout",
            "{}{\"AUTH_URL\":\"https://a.com/x?y=1\"}", "https://a.com/auth/signout");

    @TestFactory
    Stream<DynamicTest> reads_paths_as_the_reference_but_for_its_patterns() {
        return Vectors.cases("action-parse")
                .map(c -> dynamicTest(c.text("basePath") + " " + c.text("pathname"), () -> {
                    if (!Boolean.TRUE.equals(c.value("ok")) || Boolean.TRUE.equals(c.value("quirk"))) {
                        assertThatThrownBy(() -> parsed(c)).isInstanceOf(BadRequestException.class);
                        return;
                    }
                    var request = parsed(c);
                    assertThat(request.action().orElseThrow().wire()).isEqualTo(c.text("action"));
                    assertThat(request.providerId().orElse(null)).isEqualTo(c.text("providerId"));
                }));
    }

    /** A configured base path comes without its trailing slash. */
    private static AuthRequest parsed(Claims vector) {
        var request = Request.of("GET", "http", vector.text("pathname"), Headers.NONE, new byte[0], null);
        return AuthRequest.parse(
                request, "http://localhost", vector.text("basePath").replaceAll("/$", ""));
    }

    @TestFactory
    Stream<DynamicTest> builds_the_addresses_of_the_reference_but_for_its_mistakes() {
        return Vectors.cases("action-url")
                .map(c -> dynamicTest(c.value("headers") + " " + c.value("env"), () -> {
                    var warnings = new CopyOnWriteArrayList<String>();
                    var inputs = Vectors.object(c, "headers").toJson()
                            + Vectors.object(c, "env").toJson();
                    var expected = MENDED.getOrDefault(inputs, c.has("error") ? REFUSED : c.text("url"));
                    if (expected.equals(REFUSED)) {
                        assertThatThrownBy(() -> url(c, warnings)).isInstanceOf(IllegalArgumentException.class);
                        return;
                    }
                    assertThat(url(c, warnings)).isEqualTo(expected);
                    assertThat(warnings).isEqualTo(c.get(Claim.list("warnings")).orElseThrow());
                }));
    }

    private static String url(Claims vector, List<String> warnings) {
        return ActionUrl.of(
                AuthAction.parse(vector.text("action")).orElseThrow(),
                vector.text("protocol"),
                Vectors.headers(vector),
                Vectors.env(vector),
                vector.text("basePath"),
                warnings::add);
    }
}
