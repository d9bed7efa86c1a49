package dev.cardea.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.VerificationRequest;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Tokens that are hashed with the secret: of forms, and of sign-in links. */
class HashVectorsTest {
    private static final int SHORT = 16;
    private static final String LONGER = "0123456789abcdef".repeat(4);

    /** The secrets of the vectors are weak, and that is no news here. */
    private static final AuthLogger QUIET = new AuthLogger() {
        @Override
        public void warn(String code) {}
    };

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TestFactory
    Stream<DynamicTest> takes_the_csrf_cookies_of_the_reference_for_its_own() {
        return Vectors.cases("csrf")
                .map(c -> dynamicTest(String.valueOf(c.value("hashInput")), () -> {
                    var auth = Auth.of(config(c).build());
                    var answer = auth.handle(Request.get("http://localhost:3000/auth/csrf")
                            .header("cookie", "authjs.csrf-token=" + c.text("setCookieValue")));
                    assertThat(Json.parseObject(answer.text(), 10).text("csrfToken"))
                            .isEqualTo(c.text("token"));
                    assertThat(answer.headers().all("set-cookie"))
                            .noneMatch(line -> line.startsWith("authjs.csrf-token="));
                    assertThat(c.value("acceptedByReference")).isEqualTo(true);
                }));
    }

    /**
     * A short code has rows of its own (decision 029), so a vector with one is replayed with a longer token. What is recorded
     * holds for it too: the hash of the token and what follows it in {@code hashInput}.
     */
    @TestFactory
    Stream<DynamicTest> stores_and_mails_the_tokens_of_links_as_the_reference() {
        return Vectors.cases("email")
                .map(c -> dynamicTest(String.valueOf(c.value("hashInput")), () -> {
                    var recorded = String.valueOf(c.text("token"));
                    var input = String.valueOf(c.text("hashInput"));
                    assertThat(Hashes.sha256Hex(input)).isEqualTo(c.text("storedToken"));
                    var more = recorded.length() < SHORT ? LONGER : "";
                    var token = recorded + more;
                    var stored = Hashes.sha256Hex(token + input.substring(recorded.length()));
                    var url = String.valueOf(c.text("mailUrl")).replace("&email=", more + "&email=");
                    List<VerificationRequest> sent = new CopyOnWriteArrayList<>();
                    var clock = Clock.fixed(NOW, ZoneOffset.UTC);
                    var adapter = new InMemoryAdapter();
                    var provider = EmailProvider.of("email", sent::add).generateVerificationToken(() -> token);
                    var config = config(c).clock(clock).provider(provider).adapter(adapter);
                    var auth = Auth.of(config.danger().skipCsrfCheck().build());
                    auth.handle(Request.post(
                            "http://localhost:3000/auth/signin/email",
                            "application/x-www-form-urlencoded",
                            "email=a@b.c"));
                    assertThat(sent).extracting(VerificationRequest::url).containsExactly(url);
                    long life = c.get(Claim.number("expiresInSec")).orElseThrow();
                    assertThat(adapter.useVerificationToken("a@b.c", stored))
                            .hasValueSatisfying(row -> assertThat(row.expires()).isEqualTo(NOW.plusSeconds(life)));
                }));
    }

    private static AuthConfig.Builder config(Claims vector) {
        return AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .logger(QUIET)
                .secret(Vectors.secrets(vector.value("secret")).all());
    }
}
