package dev.cardea.forward;

import static dev.cardea.forward.ForwardSite.forwardAuth;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import dev.cardea.Auth;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The signed identity, and the keys with which it is verified. */
class IdentityTest {
    private static final String OLDER = "0f1e2d3c4b5a69788796a5b4c3d2e1f0-of-the-tests";
    private static final BigInteger ORDER =
            new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

    private final ForwardSite site = new ForwardSite();

    private JWKSet keys(Auth auth) throws Exception {
        return JWKSet.parse(auth.handle(jwks()).text());
    }

    private static Request jwks() {
        return Request.get("https://app.example/auth/jwks");
    }

    private SignedJWT identity(Auth auth, String cookie) throws Exception {
        var answer = auth.handle(forwardAuth("/orders").header("Cookie", cookie));
        return SignedJWT.parse(answer.header("Cardea-Identity").orElseThrow());
    }

    private static boolean isVerified(SignedJWT token, JWKSet keys) throws Exception {
        var key = keys.getKeyByKeyId(token.getHeader().getKeyID());
        return key != null && token.verify(new ECDSAVerifier(key.toECKey()));
    }

    @Test
    void it_names_the_user_the_site_and_the_application_and_lives_a_minute() throws Exception {
        var auth = site.auth();
        var cookie = site.signIn(Claims.of("email", "j\u00fcrgen@example.com")
                .with("emailVerified", Instant.now().minus(Duration.ofDays(1)))
                .with("name", "J\u00fcrgen")
                .with("roles", List.of("admin", "editor")));
        var token = identity(auth, cookie);
        assertThat(token.getHeader().getAlgorithm().getName()).isEqualTo("ES256");
        assertThat(token.getHeader().getType().getType()).isEqualTo("JWT");
        assertThat(isVerified(token, keys(auth))).isTrue();
        var claims = token.getJWTClaimsSet();
        assertThat(claims.getIssuer()).isEqualTo("https://app.example/auth");
        assertThat(claims.getAudience()).containsExactly("https://orders.example");
        assertThat(claims.getSubject())
                .isEqualTo(site.rows
                        .getUserByEmail("j\u00fcrgen@example.com")
                        .orElseThrow()
                        .id());
        assertThat(claims.getStringClaim("email")).isEqualTo("j\u00fcrgen@example.com");
        assertThat(claims.getBooleanClaim("email_verified")).isTrue();
        assertThat(claims.getStringClaim("name")).isEqualTo("J\u00fcrgen");
        assertThat(claims.getStringListClaim("roles")).containsExactly("admin", "editor");
        assertThat(claims.getIssueTime().toInstant().getEpochSecond())
                .isEqualTo(site.clock.instant().getEpochSecond());
        assertThat(claims.getExpirationTime().toInstant())
                .isEqualTo(claims.getIssueTime().toInstant().plusSeconds(60));
    }

    @Test
    void an_address_that_nothing_verified_is_not_verified() throws Exception {
        var auth = site.auth();
        var token = identity(auth, site.signIn(Claims.of("email", "ada@example.com")));
        assertThat(token.getJWTClaimsSet().getBooleanClaim("email_verified")).isFalse();
        var nameless = site.rows.createUser(User.of(Claims.of("email", "").with("name", null)));
        var other = identity(auth, site.session(nameless, site.clock.instant().plus(Duration.ofDays(1))));
        assertThat(other.getJWTClaimsSet().getClaims()).doesNotContainKey("name");
    }

    @Test
    void the_key_set_is_public_cacheable_and_has_no_private_member() throws Exception {
        var answer = site.auth().handle(jwks());
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).hasValue("application/json");
        assertThat(answer.header("Cache-Control")).hasValue("public, max-age=300");
        assertThat(answer.header("Expires")).isEmpty();
        assertThat(answer.header("Access-Control-Allow-Origin")).hasValue("*");
        assertThat(answer.headers().all("Set-Cookie")).isEmpty();
        var keys = JWKSet.parse(answer.text()).getKeys();
        assertThat(keys).hasSize(1).allSatisfy(key -> {
            assertThat(key.isPrivate()).isFalse();
            assertThat(key.toJSONObject().keySet())
                    .containsExactlyInAnyOrder("kty", "use", "crv", "kid", "alg", "x", "y");
            assertThat(key.getKeyID()).isEqualTo(key.computeThumbprint().toString());
        });
        assertThat(site.auth().handle(jwks().header("Cookie", "a=b")).headers().all("Set-Cookie"))
                .isEmpty();
    }

    @Test
    void two_processes_with_one_secret_publish_the_same_keys() throws Exception {
        assertThat(keys(site.auth())).isEqualTo(keys(new ForwardSite().auth()));
        // The derivation may not change: an application may have pinned the key.
        assertThat(keys(site.auth()).getKeys().get(0).getKeyID())
                .isEqualTo("PfXDLty_eLMWLKAl7zpfBcWg10vu6tawpRQnGpEdWmk");
    }

    @Test
    void after_a_rotation_both_keys_are_published_until_the_older_secret_is_gone() throws Exception {
        var before = Auth.of(site.config().secret(OLDER));
        var cookie = site.signIn(Claims.of("email", "ada@example.com"));
        var early = identity(before, cookie);
        var during = Auth.of(site.config().secret(ForwardSite.SECRET, OLDER));
        assertThat(keys(during).getKeys()).hasSize(2);
        var late = identity(during, cookie);
        assertThat(late.getHeader().getKeyID()).isNotEqualTo(early.getHeader().getKeyID());
        assertThat(isVerified(early, keys(during))).isTrue();
        assertThat(isVerified(late, keys(during))).isTrue();
        var after = Auth.of(site.config().secret(ForwardSite.SECRET));
        assertThat(isVerified(early, keys(after))).isFalse();
        assertThat(isVerified(late, keys(after))).isTrue();
    }

    @Test
    void a_candidate_out_of_range_is_skipped_and_not_reduced() {
        var zero = new byte[32];
        var order = HexFormat.of().parseHex(ORDER.toString(16));
        var highest = HexFormat.of().parseHex(ORDER.subtract(BigInteger.ONE).toString(16));
        var key = IdentityKey.of(attempt -> attempt == 1 ? zero : attempt == 2 ? order : highest);
        // The highest scalar gives the generator with the other second coordinate.
        assertThat(new BigInteger(
                                1,
                                java.util.Base64.getUrlDecoder()
                                        .decode(key.toJwk().text("x")))
                        .toString(16))
                .isEqualTo("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296");
        assertThat(new BigInteger(
                                1,
                                java.util.Base64.getUrlDecoder()
                                        .decode(key.toJwk().text("y")))
                        .toString(16))
                .isEqualTo("b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a");
    }

    @Test
    void the_public_key_belongs_to_the_private_key_for_every_scalar() throws Exception {
        for (int i = 1; i <= 40; i++) {
            var scalar = new byte[32];
            scalar[31] = (byte) i;
            var key = IdentityKey.of(attempt -> scalar);
            var text = ("text " + i).getBytes(StandardCharsets.UTF_8);
            var verifier = java.security.Signature.getInstance("SHA256withECDSAinP1363Format");
            verifier.initVerify(ECKey.parse(key.toJwk().toJson()).toECPublicKey());
            verifier.update(text);
            assertThat(verifier.verify(key.sign(text))).isTrue();
            assertThat(key.toJwk().text("x")).hasSize(43);
            assertThat(key.toString()).isEqualTo("IdentityKey[" + key.kid() + "]");
        }
    }
}
