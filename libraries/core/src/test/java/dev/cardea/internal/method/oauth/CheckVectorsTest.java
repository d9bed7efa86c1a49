package dev.cardea.internal.method.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Response;
import dev.cardea.internal.cookie.AuthCookies;
import dev.cardea.internal.cookie.SealedCookies;
import dev.cardea.internal.oauth.ClientAuthentication;
import dev.cardea.internal.oauth.ServerMetadata;
import dev.cardea.internal.oauth.TokenEndpoint;
import dev.cardea.json.Claims;
import dev.cardea.provider.AssertionAudience;
import dev.cardea.provider.OAuthException;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import dev.cardea.vectors.Vectors;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What the reference left in a browser or in an address before its sign-ins came back here. */
class CheckVectorsTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-12-01T00:00:00Z"), ZoneOffset.UTC);
    private static final EncryptedJwt CODEC = new EncryptedJwt(CLOCK, Randomness.secure());
    private static final Claims VECTORS = Vectors.read("oauth-checks");

    @TestFactory
    Stream<DynamicTest> opens_the_check_cookies_of_the_reference_for_their_provider_alone() {
        return Vectors.objects(VECTORS, "sealed")
                .map(c -> dynamicTest(c.text("cookieName"), () -> {
                    assertThat(opened(c, c.text("token"), c.text("provider"))).isEqualTo(c.text("value"));
                    assertRefused(() -> opened(c, c.text("token"), "google"));
                    assertRefused(() -> opened(c, "", c.text("provider")));
                    assertRefused(() -> opened(c, c.text("token").replace("..", "..x"), c.text("provider")));
                }));
    }

    @TestFactory
    Stream<DynamicTest> reads_the_state_of_the_reference() {
        return Vectors.objects(VECTORS, "state")
                .map(c -> dynamicTest("origin " + c.text("origin"), () -> {
                    assertThat(opened(c, c.text("cookieToken"), "github")).isEqualTo(c.text("stateParam"));
                    var settings = new OAuthSettings(
                            request -> Response.of(500),
                            CLOCK,
                            Randomness.secure(),
                            sealed(c),
                            CODEC,
                            secrets(c),
                            null,
                            List.of(),
                            true);
                    var states = new StateParameter(settings);
                    assertThat(states.origin(c.text("stateParam"), "github").orElse(null))
                            .isEqualTo(c.text("origin"));
                    assertRefused(() -> states.origin(c.text("cookieToken"), "github"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> opens_the_passkey_challenges_of_the_reference() {
        return Vectors.objects(VECTORS, "webauthn")
                .map(c -> dynamicTest(String.valueOf(Vectors.object(c, "inner").value("registerData")), () -> {
                    var sealed = opened(c, c.text("token"), c.text("provider"));
                    var inner = CODEC.decode(new DecodeParams(sealed, secrets(c), "encodedWebauthnChallenge"));
                    assertThat(inner).contains(Vectors.object(c, "inner"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> makes_the_PKCE_challenges_of_the_reference() {
        return Vectors.objects(VECTORS, "pkce")
                .map(c -> dynamicTest(
                        c.text("verifier"),
                        () -> assertThat(Checks.challenge(c.text("verifier"))).isEqualTo(c.text("challengeS256"))));
    }

    @TestFactory
    Stream<DynamicTest> sends_client_id_and_secret_as_the_reference_but_for_a_missing_secret() {
        return Vectors.objects(VECTORS, "basicAuth")
                .map(c -> dynamicTest(c.text("encodedPair"), () -> {
                    if (c.text("clientSecret") == null) {
                        assertThatThrownBy(() -> header(c)).isInstanceOf(OAuthException.class);
                    } else {
                        assertThat(header(c)).isEqualTo(c.text("header"));
                    }
                }));
    }

    private static String header(Claims vector) {
        var client = new ClientAuthentication(
                "client_secret_basic",
                vector.text("clientId"),
                vector.text("clientSecret"),
                null,
                AssertionAudience.ISSUER);
        var address = "https://op.example.com/token";
        var server = new ServerMetadata(Claims.of("token_endpoint", address));
        return TokenEndpoint.codeGrant(
                        address, "code", "https://a.example/cb", null, client, server, CLOCK, Randomness.secure())
                .header("authorization")
                .orElseThrow();
    }

    private static String opened(Claims vector, String token, String provider) {
        var name = vector.text("cookieName");
        var cookies = new AuthCookies(name.startsWith("__Secure-"), Map.of());
        var cookie = Arrays.stream(AuthCookie.values())
                .filter(c -> cookies.name(c).equals(name))
                .findFirst()
                .orElseThrow();
        return sealed(vector).open(cookies, cookie, Map.of(name, token), provider);
    }

    private static SealedCookies sealed(Claims vector) {
        return new SealedCookies(CODEC, secrets(vector), CLOCK);
    }

    private static Secrets secrets(Claims vector) {
        return Secrets.of(vector.text("secret"));
    }

    private static void assertRefused(ThrowingCallable opening) {
        assertThatThrownBy(opening)
                .isInstanceOfSatisfying(
                        AuthException.class, e -> assertThat(e.type()).isEqualTo(ErrorType.INVALID_CHECK));
    }
}
