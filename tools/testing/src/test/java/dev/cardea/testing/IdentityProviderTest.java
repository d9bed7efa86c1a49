package dev.cardea.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** OpenID Connect Core, RFC 6749, RFC 7636, RFC 7523: what the provider grants and what it rejects. */
class IdentityProviderTest {
    private static final String OP = "https://op.example";
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final Person ADA = Person.of("ada", "Ada Lovelace", "ada@example.com");
    private static final Person BOB = Person.of("bob", "Bob", "bob@example.com");

    private final FakeClock clock = FakeClock.at("2026-01-31T00:00:00Z");
    private final IdentityProvider provider = IdentityProvider.at(OP, clock, FixedRandomness.of("op"))
            .person(ADA)
            .person(BOB)
            .client(Client.of("app", "s:cret").redirectUri(StrictClient.REDIRECT));

    @Test
    void discovery_names_the_issuer_and_its_endpoints() {
        var metadata = json(provider.handle(Request.get(OP + OpDiscovery.PATH)));

        assertThat(metadata.text("issuer")).isEqualTo(OP);
        assertThat(metadata.text("jwks_uri")).isEqualTo(OP + "/jwks");
    }

    @Test
    void an_issuer_may_have_a_path() {
        var realm = IdentityProvider.at(OP + "/realms/demo").person(ADA).client(Client.of("app", "s:cret"));

        assertThat(realm.handle(Request.get(OP + "/realms/demo" + OpDiscovery.PATH))
                        .status())
                .isEqualTo(200);
        assertThat(new StrictClient(realm, OP + "/realms/demo", java.time.Clock.systemUTC())
                        .signIn(Browser.of(realm))
                        .text("sub"))
                .isEqualTo("ada");
    }

    @Test
    void the_first_user_is_signed_in_without_a_prompt() {
        assertThat(Tokens.claims(signIn(Map.of())).text("sub")).isEqualTo("ada");
    }

    @Test
    void another_user_is_selected_by_setting_or_by_hint() {
        assertThat(Tokens.claims(signIn(Map.of("login_hint", "bob@example.com")))
                        .text("sub"))
                .isEqualTo("bob");

        provider.signsIn(BOB);
        assertThat(Tokens.claims(signIn(Map.of())).text("sub")).isEqualTo("bob");
    }

    @Test
    void the_page_lists_the_users_and_returns_the_choice() {
        provider.asksWho();
        var browser = Browser.of(Origins.of(OP, provider).and("https://app.example", r -> Response.of(200)), clock);
        var page = browser.open(authorize(Map.of()));

        assertThat(page.document().select("button").eachText())
                .containsExactly("Ada Lovelace ada@example.com", "Bob bob@example.com", "Go back");
        var back = page.press("Bob bob@example.com");

        assertThat(back.url()).startsWith(StrictClient.REDIRECT + "?code=");
        assertThat(Tokens.claims(tokens(codeIn(back.url()))).text("sub")).isEqualTo("bob");
    }

    @Test
    void a_user_who_cancels_gets_access_denied() {
        provider.asksWho();
        var browser = Browser.of(Origins.of(OP, provider).and("https://app.example", r -> Response.of(200)), clock);
        var back = browser.open(authorize(Map.of())).press("Go back");

        assertThat(back.url()).contains("error=access_denied").contains("state=the-state");
        assertThat(provider.complaints()).isEmpty();
    }

    @Test
    void prompt_none_is_answered_with_login_required() {
        provider.asksWho();

        assertThat(location(Map.of("prompt", "none"))).contains("error=login_required");
    }

    @Test
    void text_of_an_attacker_is_escaped_on_the_page() {
        provider.asksWho();
        var page = provider.handle(Request.get(authorize(Map.of("state", "\"><script>alert(1)</script>"))));

        assertThat(page.text()).doesNotContain("<script>").contains("&quot;&gt;&lt;script&gt;");
    }

    @Test
    void an_unknown_client_or_address_gets_a_page_and_no_redirect() {
        for (var wrong : Map.of("client_id", "unknown", "redirect_uri", StrictClient.REDIRECT + "/x")
                .entrySet()) {
            var response = provider.handle(Request.get(authorize(Map.of(wrong.getKey(), wrong.getValue()))));
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.header("Location")).isEmpty();
        }
        assertThat(provider.complaints()).hasSize(2);
    }

    @Test
    void other_errors_are_returned_with_the_state() {
        assertThat(location(Map.of("response_type", "token"))).contains("error=unsupported_response_type&");
        assertThat(location(Map.of("code_challenge_method", "S512"))).contains("error=invalid_request&");
        provider.answersError("temporarily_unavailable");
        assertThat(location(Map.of()))
                .contains("error=temporarily_unavailable&")
                .contains("state=the-state");
    }

    @Test
    void form_post_responds_with_a_form() {
        var web = Origins.of(OP, provider)
                .and("https://app.example", request -> Response.of(200, "text/plain", request.text()));
        var browser = Browser.of(web, clock);
        var page = browser.open(authorize(Map.of("response_mode", "form_post")));

        assertThat(page.form().fields()).containsKeys("code", "state", "iss");
        assertThat(page.press("Continue").text()).startsWith("code=code-").contains("&state=the-state");
    }

    @Test
    void a_code_is_single_use_even_for_concurrent_callers() throws Exception {
        String code = codeIn(location(Map.of()));
        var winners = new ConcurrentLinkedQueue<Integer>();
        var start = new CountDownLatch(1);
        var threads = Executors.newFixedThreadPool(16);
        for (int i = 0; i < 16; i++) {
            threads.submit(() -> {
                start.await();
                var response = provider.handle(StrictClient.tokenRequest(OP + "/token", code));
                if (response.status() == 200) winners.add(1);
                return true;
            });
        }
        start.countDown();
        threads.shutdown();

        assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(winners).hasSize(1);
        assertThat(provider.complaints()).hasSize(15);
    }

    @Test
    void a_code_expires() {
        String code = codeIn(location(Map.of()));
        clock.advance(Duration.ofSeconds(61));

        assertThat(token(StrictClient.tokenParams(code)).text("error")).isEqualTo("invalid_grant");
    }

    @Test
    void a_code_is_bound_to_its_redirect_uri_and_its_verifier() {
        for (var wrong : Map.of(
                        "redirect_uri", "https://app.example/other",
                        "code_verifier", "another-verifier-another-verifier-another-verifier")
                .entrySet()) {
            var params = StrictClient.tokenParams(codeIn(location(Map.of())));
            params.put(wrong.getKey(), wrong.getValue());
            assertThat(token(params).text("error")).isEqualTo("invalid_grant");
            params.remove(wrong.getKey());
            assertThat(token(params).text("error")).isEqualTo("invalid_grant");
        }
    }

    @Test
    void a_verifier_without_a_challenge_is_rejected_as_a_downgrade() {
        var params = new LinkedHashMap<>(StrictClient.authorizationParams());
        params.remove("code_challenge");
        params.remove("code_challenge_method");
        String code = codeIn(header(OP + "/authorize?" + Form.encode(params)));

        assertThat(token(StrictClient.tokenParams(code)).text("error_description"))
                .isEqualTo("a code_verifier, but there was no code_challenge");
    }

    @Test
    void a_code_is_useless_to_another_client() {
        provider.client(Client.of("other", "s:cret"));
        var form = StrictClient.tokenParams(codeIn(location(Map.of())));
        form.put("client_id", "other");
        form.put("client_secret", "s:cret");

        assertThat(json(provider.handle(StrictClient.form(OP + "/token", form))).text("error"))
                .isEqualTo("invalid_grant");
    }

    @Test
    void a_client_without_a_secret_must_use_pkce() {
        provider.client(Client.open("spa"));

        assertThat(location(Map.of("client_id", "spa", "code_challenge", ""))).contains("error=invalid_request");
        var form = StrictClient.tokenParams(codeIn(location(Map.of("client_id", "spa"))));
        form.put("client_id", "spa");
        assertThat(json(provider.handle(StrictClient.form(OP + "/token", form))).has("id_token"))
                .isTrue();
    }

    @Test
    void Basic_is_form_encoded_and_the_agreed_method_is_insisted_on() {
        assertThat(signIn(Map.of()).has("id_token")).isTrue();
        provider.client(Client.of("app", "s:cret").authMethod("client_secret_post"));
        var refused = provider.handle(StrictClient.tokenRequest(OP + "/token", codeIn(location(Map.of()))));

        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.header("WWW-Authenticate")).hasValue("Basic error=\"invalid_client\"");
        assertThat(byPost("s:cret").has("id_token")).isTrue();
        assertThat(byPost("wrong").text("error")).isEqualTo("invalid_client");
    }

    @Test
    void two_methods_of_client_authentication_are_rejected() {
        var form = StrictClient.tokenParams(codeIn(location(Map.of())));
        form.put("client_secret", "s:cret");
        var request = StrictClient.tokenRequest(OP + "/token", "x").body(Form.encode(form));

        assertThat(json(provider.handle(request)).text("error")).isEqualTo("invalid_request");
    }

    @Test
    void RFC_7523_an_assertion_signed_with_the_secret() throws Exception {
        provider.client(Client.of("app", SECRET).authMethod("client_secret_jwt"));
        var jwt = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), assertion().build());
        jwt.sign(new MACSigner(SECRET));

        assertThat(byAssertion(jwt).has("id_token")).isTrue();
        assertThat(byAssertion(jwt).text("error_description")).isEqualTo("the assertion was used before");
    }

    @Test
    void RFC_7523_an_assertion_signed_with_a_private_key() throws Exception {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        var pair = generator.generateKeyPair();
        provider.client(Client.of("app", SECRET).privateKeyJwt(pair.getPublic()));

        assertThat(byAssertion(signed(pair.getPrivate(), assertion())).has("id_token"))
                .isTrue();
        var wrong = Map.of(
                "has another audience", assertion().audience("https://elsewhere.example"),
                "has no exp", assertion().expirationTime(null),
                "has expired", assertion().expirationTime(Date.from(clock.instant())),
                "is valid for too long",
                        assertion().expirationTime(Date.from(clock.instant().plusSeconds(3601))),
                "has no jti", assertion().jwtID(null),
                "iss is not the client", assertion().issuer("other"));
        for (var entry : wrong.entrySet()) {
            assertThat(byAssertion(signed(pair.getPrivate(), entry.getValue().jwtID(jti(entry.getKey()))))
                            .text("error_description"))
                    .contains(entry.getKey());
        }
        var unknown = generator.generateKeyPair();
        assertThat(byAssertion(signed(unknown.getPrivate(), assertion())).text("error_description"))
                .contains("signature is wrong");
    }

    @Test
    void the_token_endpoint_accepts_only_a_posted_form() {
        assertThat(provider.handle(Request.get(OP + "/token")).status()).isEqualTo(400);
        assertThat(provider.handle(Request.post(OP + "/token", "application/json", "{}"))
                        .status())
                .isEqualTo(400);
        assertThat(token(Map.of("grant_type", "password")).text("error")).isEqualTo("unsupported_grant_type");
    }

    @Test
    void a_refresh_token_needs_offline_access_and_is_single_use() {
        var tokens = signIn(Map.of("scope", "openid offline_access"));
        var refresh =
                Map.of("grant_type", "refresh_token", "refresh_token", String.valueOf(tokens.text("refresh_token")));

        assertThat(token(refresh).has("id_token")).isTrue();
        assertThat(token(refresh).text("error")).isEqualTo("invalid_grant");
        assertThat(signIn(Map.of()).has("refresh_token")).isFalse();
    }

    @Test
    void userinfo_accepts_the_token_only_in_the_header() {
        String token = String.valueOf(signIn(Map.of()).text("access_token"));

        assertThat(userInfo("Bearer " + token).text("email")).isEqualTo("ada@example.com");
        assertThat(provider.handle(Request.get(OP + "/userinfo?access_token=" + token))
                        .status())
                .isEqualTo(400);
        assertThat(provider.handle(Request.get(OP + "/userinfo")).status()).isEqualTo(401);
        clock.advance(Duration.ofHours(1));
        assertThat(userInfo("Bearer " + token).text("error")).isEqualTo("invalid_token");
    }

    @Test
    void the_scope_decides_which_claims_are_returned() {
        var claims = Tokens.claims(signIn(Map.of("scope", "openid email")));

        assertThat(claims.has("email")).isTrue();
        assertThat(claims.has("name")).isFalse();
        assertThat(signIn(Map.of("scope", "profile")).has("id_token")).isFalse();
    }

    @Test
    void ES256_signs_as_well() {
        provider.signsWith("ES256");

        assertThat(Tokens.header(signIn(Map.of())).text("alg")).isEqualTo("ES256");
    }

    @Test
    @Tag("slow")
    void rotated_keys_have_new_ids() {
        var before = Tokens.header(signIn(Map.of())).text("kid");
        provider.rotateKeys();

        var after = Tokens.header(signIn(Map.of())).text("kid");
        assertThat(after).isNotEqualTo(before);
        assertThat(provider.handle(Request.get(OP + "/jwks")).text())
                .contains(after)
                .doesNotContain(before);
        assertThat(provider.calls("/jwks")).isEqualTo(1);
    }

    private Claims signIn(Map<String, String> params) {
        return tokens(codeIn(location(params)));
    }

    private String authorize(Map<String, String> changed) {
        var params = StrictClient.authorizationParams();
        params.putAll(changed);
        return OP + "/authorize?" + Form.encode(params);
    }

    private String location(Map<String, String> changed) {
        return header(authorize(changed));
    }

    private String header(String url) {
        return provider.handle(Request.get(url)).header("Location").orElseThrow();
    }

    private static String codeIn(String location) {
        return Form.first(location.substring(location.indexOf('?') + 1), "code").orElseThrow();
    }

    private Claims tokens(String code) {
        return json(provider.handle(StrictClient.tokenRequest(OP + "/token", code)));
    }

    private Claims token(Map<String, String> params) {
        return json(
                provider.handle(StrictClient.tokenRequest(OP + "/token", "x").body(Form.encode(params))));
    }

    private Claims byPost(String secret) {
        var form = StrictClient.tokenParams(codeIn(location(Map.of())));
        form.put("client_id", "app");
        form.put("client_secret", secret);
        return json(provider.handle(StrictClient.form(OP + "/token", form)));
    }

    private Claims byAssertion(SignedJWT jwt) {
        var form = StrictClient.tokenParams(codeIn(location(Map.of())));
        form.put("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
        form.put("client_assertion", jwt.serialize());
        return json(provider.handle(StrictClient.form(OP + "/token", form)));
    }

    private JWTClaimsSet.Builder assertion() {
        return new JWTClaimsSet.Builder()
                .issuer("app")
                .subject("app")
                .audience(OP + "/token")
                .jwtID("one")
                .expirationTime(Date.from(clock.instant().plusSeconds(60)));
    }

    private static String jti(String name) {
        return name.equals("has no jti") ? null : name;
    }

    private static SignedJWT signed(java.security.PrivateKey key, JWTClaimsSet.Builder claims) throws Exception {
        var jwt = new SignedJWT(new JWSHeader(JWSAlgorithm.ES256), claims.build());
        jwt.sign(new ECDSASigner((ECPrivateKey) key));
        return jwt;
    }

    private Claims userInfo(String authorization) {
        return json(provider.handle(Request.get(OP + "/userinfo").header("authorization", authorization)));
    }

    private static Claims json(Response response) {
        return Json.parseObject(Objects.requireNonNull(response.text()), 8);
    }
}
