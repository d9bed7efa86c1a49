package dev.cardea.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cardea.ActionUrl;
import dev.cardea.AuthConfig;
import dev.cardea.Env;
import dev.cardea.action.AuthAction;
import dev.cardea.action.AuthRequest;
import dev.cardea.action.BadRequestException;
import dev.cardea.cookie.Hashes;
import dev.cardea.http.CookieHeader;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.token.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The recorded vectors of single functions. */
class VectorsTest {
    @TestFactory
    Stream<DynamicTest> csrf_cookies_are_hashed_as_recorded() {
        return cases("csrf")
                .map(c -> dynamicTest(String.valueOf(c.value("hashInput")), () -> {
                    var secrets = secrets(c.value("secret"));
                    assertThat(Hashes.sha256Hex(c.text("token") + secrets.joined()))
                            .isEqualTo(c.text("hash"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> email_tokens_are_hashed_as_recorded() {
        return cases("email")
                .map(c -> dynamicTest(String.valueOf(c.value("hashInput")), () -> {
                    var secrets = secrets(c.value("secret"));
                    assertThat(Hashes.sha256Hex(c.text("token") + secrets.joined()))
                            .isEqualTo(c.text("storedToken"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> paths_are_read_as_recorded() {
        return cases("action-parse")
                .map(c -> dynamicTest(c.text("basePath") + " " + c.text("pathname"), () -> {
                    boolean quirk = c.value("quirk") != null && !Boolean.FALSE.equals(c.value("quirk"));
                    var base = c.text("basePath");
                    var trimmed = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
                    AuthRequest request;
                    try {
                        request = AuthRequest.parse(
                                Request.of("GET", "http", c.text("pathname"), Headers.NONE, new byte[0], null),
                                "http://localhost",
                                trimmed);
                    } catch (BadRequestException e) {
                        assertThat(Boolean.TRUE.equals(c.value("ok")) && !quirk).isFalse();
                        return;
                    }
                    assertThat(c.value("ok")).isEqualTo(true);
                    assertThat(request.action().wire()).isEqualTo(c.text("action"));
                    assertThat(request.providerId().orElse(null)).isEqualTo(c.text("providerId"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> cookie_headers_are_read_as_recorded() {
        return read("cookies").get(Claim.list("parse")).orElseThrow().stream()
                .map(c -> Claims.of((Map<?, ?>) c))
                .map(c -> dynamicTest(
                        String.valueOf(c.value("header")),
                        () -> assertThat(Claims.of(CookieHeader.parse(header(c))))
                                .isEqualTo(c.get(Claim.object("result"))
                                        .or(() -> c.get(Claim.object("cookies")))
                                        .or(() -> c.get(Claim.object("output")))
                                        .orElseThrow())));
    }

    private static String header(Claims c) {
        return c.text("header") != null ? c.text("header") : c.text("input");
    }

    /** What the reference does with lists, missing hosts and queries is mended, so those cases are not compared. */
    private static final Set<String> MENDED = Set.of("error");

    @TestFactory
    Stream<DynamicTest> action_urls_are_built_as_recorded() {
        return cases("action-url")
                .filter(c -> c.text("url") != null && !mended(c))
                .map(c -> dynamicTest(c.text("url"), () -> {
                    var headers = Headers.NONE;
                    for (var h : c.get(Claim.object("headers"))
                            .orElse(Claims.NONE)
                            .asMap()
                            .entrySet()) {
                        headers = headers.with(h.getKey(), String.valueOf(h.getValue()));
                    }
                    var warnings = new ArrayList<String>();
                    var url = ActionUrl.of(
                            AuthAction.parse(c.text("action")).orElseThrow(),
                            c.text("protocol"),
                            headers,
                            env(c),
                            c.text("basePath"),
                            warnings::add);
                    assertThat(url).isEqualTo(c.text("url"));
                    assertThat(warnings).isEqualTo(c.get(Claim.list("warnings")).orElse(List.of()));
                }));
    }

    private static boolean mended(Claims c) {
        var text = c.toJson();
        return text.contains("//\"")
                || c.text("url").indexOf("//", 8) > 0
                || text.contains("null/")
                || text.contains("?")
                || MENDED.stream().anyMatch(c::has);
    }

    @TestFactory
    Stream<DynamicTest> the_environment_is_read_as_recorded_but_for_booleans_and_aliases() {
        return cases("env-defaults")
                .filter(VectorsTest::isUnchanged)
                .map(c -> dynamicTest(c.value("env") + " " + c.value("config"), () -> {
                    var config = c.get(Claim.object("config")).orElse(Claims.NONE);
                    var builder = AuthConfig.builder();
                    if (config.text("basePath") != null) builder.basePath(config.text("basePath"));
                    var secret = listOf(config.has("secret") ? config.value("secret") : "");
                    if (!secret.isEmpty() && !secret.contains(""))
                        builder.secret(secrets(secret).all());
                    builder.withEnvDefaults(env(c));
                    var result = c.get(Claim.object("result")).orElseThrow();
                    var probe = new LinkedHashMap<String, Object>();
                    probe.put("basePath", result.text("basePath"));
                    assertThat(dev.cardea.Probe.basePath(builder)).isEqualTo(probe.get("basePath"));
                    assertThat(dev.cardea.Probe.secrets(builder)).isEqualTo(listOf(result.value("secret")));
                    assertThat(dev.cardea.Probe.redirectProxyUrl(builder)).isEqualTo(result.text("redirectProxyUrl"));
                }));
    }

    /** A path of / or with a trailing slash, and the older names of variables, are decided differently. */
    private static boolean isUnchanged(Claims c) {
        var env = c.get(Claim.object("env")).orElse(Claims.NONE);
        var url = env.text("AUTH_URL");
        boolean plainUrl = url == null || (url.matches("https?://[^/]+/.*[^/]") && !url.contains("?"));
        return plainUrl
                && !env.toJson().contains("NEXTAUTH")
                && c.get(Claim.object("result")).isPresent();
    }

    private static List<?> listOf(Object secret) {
        return secret instanceof List<?> list ? list : List.of(secret);
    }

    private static Env env(Claims c) {
        var variables = new LinkedHashMap<String, String>();
        c.get(Claim.object("env")).orElse(Claims.NONE).asMap().forEach((name, value) -> {
            if (value != null) variables.put(name, String.valueOf(value));
        });
        return Env.of(variables);
    }

    private static Secrets secrets(Object secret) {
        return secret instanceof List<?> list
                ? Secrets.of(list.stream().map(String.class::cast).toList())
                : Secrets.of((String) secret);
    }

    private static Stream<Claims> cases(String file) {
        return read(file).get(Claim.list("cases")).orElseThrow().stream().map(c -> Claims.of((Map<?, ?>) c));
    }

    private static Claims read(String file) {
        try (var in = VectorsTest.class.getResourceAsStream("/vectors/" + file + ".json")) {
            return Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8), 1000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
