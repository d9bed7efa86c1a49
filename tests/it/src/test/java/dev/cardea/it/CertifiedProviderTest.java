package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.SigningKey;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole sign-ins through a certified OpenID provider instead of a test double: npm's oidc-provider. */
@Tag("node")
@Tag("part")
class CertifiedProviderTest {
    private static final String APP = "https://app.example";
    private static final String SECRET = "a-client-secret-of-more-than-thirty-two-bytes";
    private static JWK rsa;
    private static JWK ec;
    private static KeyPair ed;
    private static CertifiedProvider certified;

    private final List<AuthException> log = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() throws JOSEException, NoSuchAlgorithmException {
        NodeProcess.require();
        rsa = new RSAKeyGenerator(2048).keyID("rsa").generate();
        ec = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
        ed = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        certified = CertifiedProvider.start(
                client("client_secret_basic").with("client_secret", "pass:w%rd +" + SECRET),
                client("client_secret_post").with("client_secret", SECRET),
                client("client_secret_jwt").with("client_secret", SECRET),
                client("private_key_jwt").with("jwks", jwks(rsa)),
                client("private_key_jwt")
                        .with("client_id", "private_key_jwt ec")
                        .with("jwks", jwks(ec)),
                client("private_key_jwt")
                        .with("client_id", "private_key_jwt ed")
                        .with("token_endpoint_auth_signing_alg", "EdDSA")
                        .with("jwks", Claims.of("keys", List.of(publicJwk(ed)))),
                client("none"),
                client("none").with("client_id", "es256").with("id_token_signed_response_alg", "ES256"));
    }

    @AfterAll
    static void stop() {
        if (certified != null) certified.close();
    }

    private static Claims client(String method) {
        return Claims.of("client_id", method)
                .with("token_endpoint_auth_method", method)
                .with("redirect_uris", List.of(APP + "/auth/callback/op"));
    }

    private static Claims jwks(JWK key) {
        return Claims.of("keys", List.of(Json.parseObject(key.toPublicJWK().toJSONString(), 5)));
    }

    /** RFC 8037 §2: a public key of this kind ends in its 32 bytes. */
    private static Claims publicJwk(KeyPair key) {
        byte[] der = key.getPublic().getEncoded();
        var x = Base64URL.encode(Arrays.copyOfRange(der, der.length - 32, der.length));
        return Claims.of("kty", "OKP").with("crv", "Ed25519").with("kid", "ed").with("x", x.toString());
    }

    private static String issuer() {
        return certified.issuer();
    }

    private Auth auth(String clientId, UnaryOperator<OAuthProvider> change) {
        var provider = OAuthProvider.oidc("op", "Certified", issuer())
                .clientId(clientId)
                .checks(Check.PKCE, Check.STATE, Check.NONCE);
        return Auth.of(AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .url(APP)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .provider(change.apply(provider))
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        log.add(error);
                    }
                })
                .build());
    }

    private static OAuthProvider authenticated(OAuthProvider provider, String method) {
        var by = provider.client("token_endpoint_auth_method", method.split(" ")[0]);
        try {
            return switch (method) {
                case "client_secret_basic" -> by.clientSecret("pass:w%rd +" + SECRET);
                case "client_secret_post", "client_secret_jwt" -> by.clientSecret(SECRET);
                case "private_key_jwt" ->
                    by.clientPrivateKey(new SigningKey(((AsymmetricJWK) rsa).toPrivateKey(), "rsa"));
                case "private_key_jwt ec" ->
                    by.clientPrivateKey(new SigningKey(((AsymmetricJWK) ec).toPrivateKey(), "ec"));
                case "private_key_jwt ed" -> by.clientPrivateKey(new SigningKey(ed.getPrivate(), "ed"));
                default -> by;
            };
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Browser browser(Auth auth) {
        var site = Origins.of(APP, request -> auth.handles(request) ? auth.handle(request) : Response.of(200));
        return Browser.of(site.and(issuer(), certified.remote()));
    }

    private static Page signIn(Browser browser, String query) {
        var csrf = Json.parseObject(browser.open(APP + "/auth/csrf").text(), 5).text("csrfToken");
        var fields = new LinkedHashMap<>(Map.of("csrfToken", csrf, "callbackUrl", "/dash"));
        return browser.post(APP + "/auth/signin/op" + query, fields);
    }

    private static String session(Browser browser) {
        return browser.open(APP + "/auth/session").text();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "client_secret_basic",
                "client_secret_post",
                "client_secret_jwt",
                "private_key_jwt",
                "private_key_jwt ec",
                "private_key_jwt ed",
                "none"
            })
    void signs_in_with_PKCE_state_and_nonce_however_the_client_proves_itself(String method) {
        var browser = browser(auth(method, p -> authenticated(p, method)));
        var end = signIn(browser, "");
        assertThat(log).isEmpty();
        assertThat(end.url()).isEqualTo(APP + "/dash");
        assertThat(session(browser))
                .contains("\"name\":\"Ada Lovelace\"", "\"email\":\"ada@example.com\"", "img.example/ada.png");
    }

    @Test
    void the_answer_may_come_as_a_form_post_from_the_other_site() {
        var auth = auth("none", p -> authenticated(p, "none").authorizationParam("response_mode", "form_post"));
        var browser = browser(auth);
        var page = signIn(browser, "?login_hint=bob");
        assertThat(page.url()).startsWith(issuer());
        var end = page.form().submit();
        assertThat(log).isEmpty();
        // The cookie with the way back is Lax: it travels with the request to which the post is carried over.
        assertThat(end.url()).isEqualTo(APP + "/dash");
        assertThat(session(browser)).contains("\"name\":\"Bob\"");
    }

    @Test
    void keys_may_change_between_two_sign_ins() {
        var auth = auth("none", p -> authenticated(p, "none"));
        assertThat(signIn(browser(auth), "").url()).isEqualTo(APP + "/dash");
        certified.node().ask(Claims.of("rotate", true));
        assertThat(signIn(browser(auth), "").url()).isEqualTo(APP + "/dash");
        assertThat(log).isEmpty();
    }

    @Test
    void an_ID_token_is_signed_as_it_was_agreed() {
        var agreed =
                browser(auth("es256", p -> authenticated(p, "none").client("id_token_signed_response_alg", "ES256")));
        assertThat(signIn(agreed, "").url()).isEqualTo(APP + "/dash");
        var other =
                browser(auth("es256", p -> authenticated(p, "none").client("id_token_signed_response_alg", "RS256")));
        assertThat(signIn(other, "").url()).isEqualTo(APP + "/auth/error?error=Configuration");
        assertThat(session(other)).isEqualTo("null");
    }

    @Test
    void the_profile_may_come_from_the_userinfo_endpoint() {
        var browser = browser(auth("none", p -> authenticated(p, "none").idToken(false)));
        assertThat(signIn(browser, "").url()).isEqualTo(APP + "/dash");
        assertThat(session(browser)).contains("Ada Lovelace");
        assertThat(certified.node().ask(Claims.of("calls", true)).get(Claim.number("/me")))
                .isPresent();
    }

    @Test
    void a_provider_that_names_another_issuer_signs_no_user_in() {
        var other = issuer().replace("localhost", "127.0.0.1");
        var browser = browser(auth("none", p -> authenticated(p, "none").issuer(other)));
        assertThat(signIn(browser, "").url()).isEqualTo(APP + "/auth/error?error=Configuration");
        assertThat(session(browser)).isEqualTo("null");
        assertThat(log)
                .singleElement()
                .satisfies(e -> assertThat(e.getMessage()).contains("issuer"));
    }

    @Test
    void a_sign_in_that_the_provider_rejects_leads_back_to_the_sign_in_page() {
        var browser = browser(auth("none", p -> authenticated(p, "none")));
        var end = signIn(browser, "?prompt=none");
        assertThat(end.url()).isEqualTo(APP + "/auth/signin?error=OAuthCallbackError");
        assertThat(end.text()).doesNotContain("login_required");
        assertThat(session(browser)).isEqualTo("null");
    }

    @Test
    void an_answer_works_once() {
        var browser = browser(auth("none", p -> authenticated(p, "none")));
        var answer = signIn(browser, "").trail().stream()
                .filter(url -> url.contains("/callback/"))
                .findFirst()
                .orElseThrow();
        assertThat(browser.open(answer).url()).isEqualTo(APP + "/auth/error?error=Configuration");
        assertThat(session(browser)).contains("Ada Lovelace");
    }

    @Test
    void an_answer_in_another_browser_is_worth_nothing() {
        var auth = auth("none", p -> authenticated(p, "none"));
        var attacker = browser(auth);
        var csrf = Json.parseObject(attacker.open(APP + "/auth/csrf").text(), 5).text("csrfToken");
        var begun = attacker.send(
                Request.post(APP + "/auth/signin/op", "application/x-www-form-urlencoded", "csrfToken=" + csrf));
        var answers = new ArrayList<String>();
        var atProvider = Browser.of(Origins.of(issuer(), certified.remote()).and(APP, request -> {
            answers.add(request.url());
            return Response.of(204);
        }));
        atProvider.open(begun.header("location").orElseThrow());
        var victim = browser(auth);
        assertThat(victim.open(answers.get(0)).url()).isEqualTo(APP + "/auth/error?error=Configuration");
        assertThat(session(victim)).isEqualTo("null");
    }
}
