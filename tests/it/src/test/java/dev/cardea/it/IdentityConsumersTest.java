package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.forward.ForwardAuth;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.LocalServer;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Jwt;
import dev.cardea.token.Secrets;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/** Applications verify {@code Cardea-Identity} from the address of the keys alone: Spring Security and jose. */
@Tag("node")
@Tag("part")
class IdentityConsumersTest {
    private static final String OLDER = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String NEWER = "c41d7e0a93b65f288e1fd07a24b9c635";
    private static final String AUDIENCE = "https://app.example";

    private final AtomicReference<Auth> auth = new AtomicReference<>();
    private final FakeClock clock = FakeClock.at(Instant.now());
    private LocalServer server;
    private NodeProcess node;
    private String site;

    @BeforeEach
    void start() {
        node = NodeProcess.start("identity.mjs", "identity");
        server = LocalServer.start(0, request -> auth.get().handle(request));
        site = "http://localhost:" + server.port();
        auth.set(site(AUDIENCE, OLDER));
    }

    @AfterEach
    void stop() {
        if (node != null) node.close();
        if (server != null) server.close();
    }

    @Test
    void spring_and_jose_accept_a_token_of_this_site_for_this_application() {
        var token = identity(OLDER);
        var seen = decoder(site).decode(token);
        assertThat(seen.getSubject()).isEqualTo("7");
        assertThat(seen.getClaimAsStringList("roles")).containsExactly("admin");
        assertThat(jose(token)).isEqualTo("{\"sub\":\"7\",\"roles\":[\"admin\"]}");
    }

    @Test
    void they_reject_one_that_has_expired_or_is_for_another_application_or_site() {
        clock.advance(Duration.ofMinutes(-10));
        auth.set(site(AUDIENCE, OLDER));
        var expired = identity(OLDER);
        clock.advance(Duration.ofMinutes(10));
        assertRejected(expired, "ERR_JWT_EXPIRED");

        auth.set(site("https://other.example", OLDER));
        assertRejected(identity(OLDER), "ERR_JWT_CLAIM_VALIDATION_FAILED");

        auth.set(site(AUDIENCE, NEWER));
        var foreign = identity(NEWER);
        auth.set(site(AUDIENCE, OLDER));
        assertRejected(foreign, "ERR_JWKS_NO_MATCHING_KEY");
    }

    @Test
    void they_reject_one_that_is_unsigned_or_changed() {
        var token = identity(OLDER);
        var parts = token.split("\\.");
        assertRejected(encoded("{\"alg\":\"none\"}") + "." + parts[1] + ".", "ERR_");
        var claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        var changed = encoded(claims.replace("admin", "owner"));
        assertRejected(parts[0] + "." + changed + "." + parts[2], "ERR_JWS_SIGNATURE_VERIFICATION_FAILED");
    }

    @Test
    void after_a_rotation_both_keys_are_accepted_until_the_older_secret_is_gone() {
        var early = identity(OLDER);
        var decoder = decoder(site);
        assertThat(decoder.decode(early).getSubject()).isEqualTo("7");
        auth.set(site(AUDIENCE, NEWER, OLDER));
        var late = identity(NEWER);
        for (var token : List.of(early, late)) {
            assertThat(decoder.decode(token).getSubject()).isEqualTo("7");
            assertThat(jose(token)).contains("\"sub\":\"7\"");
        }
        auth.set(site(AUDIENCE, NEWER));
        assertThat(decoder(site).decode(late).getSubject()).isEqualTo("7");
        assertThat(jose(late)).contains("\"sub\":\"7\"");
        assertRejected(early, "ERR_JWKS_NO_MATCHING_KEY");
    }

    private static JwtDecoder decoder(String site) {
        // sample
        var decoder = NimbusJwtDecoder.withJwkSetUri(site + "/auth/jwks")
                .jwsAlgorithm(SignatureAlgorithm.ES256)
                .build();
        var audience = new JwtClaimValidator<List<String>>(
                JwtClaimNames.AUD, all -> all != null && all.contains("https://app.example"));
        decoder.setJwtValidator(
                JwtValidators.createDefaultWithValidators(new JwtIssuerValidator(site + "/auth"), audience));
        // end
        return decoder;
    }

    private void assertRejected(String token, String code) {
        var decoder = decoder(site);
        assertThatThrownBy(() -> decoder.decode(token)).isInstanceOf(JwtException.class);
        assertThat(jose(token)).contains("\"error\":\"" + code);
    }

    private String jose(String token) {
        var question = Claims.of("site", site).with("token", token).with("audience", AUDIENCE);
        return node.ask(question.toJson(), 60);
    }

    private Auth site(String audience, String newest, String... older) {
        var callbacks = Callbacks.DEFAULT.show("role", user -> "admin");
        return Auth.of(AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .clock(clock)
                .url(site)
                .secret(newest, older)
                .session(SessionOptions.jwt())
                .callbacks(callbacks)
                .trustedProxies("127.0.0.0/8")
                .extension(ForwardAuth.of(audience)));
    }

    /** What a proxy gets for a signed-in user. */
    private String identity(String secret) {
        var session = Jwt.encode(new EncodeParams(
                Claims.of("sub", "7").with("email", "ada@example.com"),
                Secrets.of(secret),
                "authjs.session-token",
                3_600));
        var headers = Headers.of("Host", "localhost").with("Cookie", "authjs.session-token=" + session);
        var asked = Request.of("GET", "http", "/auth/verify/ext-authz/orders", headers, new byte[0], "127.0.0.1");
        return auth.get().handle(asked).header("Cardea-Identity").orElseThrow();
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
