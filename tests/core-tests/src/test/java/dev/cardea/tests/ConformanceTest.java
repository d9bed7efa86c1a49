package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static dev.cardea.tests.Site.OP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.provider.AssertionAudience;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.SigningKey;
import dev.cardea.testing.Client;
import dev.cardea.testing.Fault;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rules of the relying party modules of the OpenID Foundation's conformance suite (profiles Basic, Config and the
 * comprehensive plan), each named after its module, with a provider that misbehaves as the module does.
 */
class ConformanceTest {
    @Test
    void client_test() {
        signedIn(site());
    }

    @Test
    void client_test_invalid_iss() {
        assertRejected(site(), Fault.ISS_WRONG, "iss is not the provider's issuer");
    }

    @Test
    void client_test_missing_sub() {
        assertRejected(site(), Fault.SUB_MISSING, "sub is not a usable text");
    }

    @Test
    void client_test_invalid_aud() {
        assertRejected(site(), Fault.AUD_WRONG, "aud is not this client");
    }

    @Test
    void client_test_missing_aud() {
        assertRejected(site(), Fault.AUD_MISSING, "aud is not this client");
    }

    @Test
    void client_test_missing_iat() {
        assertRejected(site(), Fault.IAT_MISSING, "iat is missing");
    }

    @Test
    void client_test_kid_absent_single_jwks() {
        signedIn(site(), Fault.JWKS_KID_ABSENT_SINGLE);
    }

    @Test
    void client_test_kid_absent_multiple_jwks() {
        signedIn(site(), Fault.JWKS_KID_ABSENT_MULTIPLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "ES256", "EdDSA"})
    void client_test_idtoken_sig(String algorithm) {
        var site = site(p -> p.client("id_token_signed_response_alg", algorithm));
        site.op.signsWith(algorithm);
        signedIn(site);
    }

    @Test
    void client_test_idtoken_sig_none() {
        assertRejected(site(), Fault.ALG_NONE, "not a signed token");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "ES256", "EdDSA"})
    void client_test_invalid_sig(String algorithm) {
        var site = site(p -> p.client("id_token_signed_response_alg", algorithm));
        site.op.signsWith(algorithm);
        assertRejected(site, Fault.SIGNATURE_SPOILED, "signature is wrong");
    }

    @Test
    void client_test_invalid_sig_hs256() {
        assertRejected(site(), Fault.ALG_HS256, "alg is not one that is expected");
    }

    /** At this client's defaults: an ID token without an address or a name makes it ask the userinfo endpoint. */
    @Test
    void client_test_userinfo_invalid_sub() {
        var site = site();
        site.op.fault(Fault.CLAIMS_ONLY_IN_USERINFO, Fault.USERINFO_SUB_WRONG);
        assertRejected(site, "about another user");
    }

    @Test
    void client_test_nonce_invalid() {
        assertRejected(site(), Fault.NONCE_WRONG, "nonce is not the one that was sent");
        assertRejected(site(), Fault.NONCE_MISSING, "nonce is not the one that was sent");
    }

    /** The claims of the scopes come from the userinfo endpoint, and from there only if the ID token lacks them. */
    @Test
    void client_test_scope_userinfo_claims() {
        var site = site();
        signedIn(site, Fault.CLAIMS_ONLY_IN_USERINFO);
        assertThat(site.op.calls("/userinfo")).isEqualTo(1);
        assertThat(site.session()).contains("Ada Lovelace", "ada@example.com");

        var complete = site();
        signedIn(complete);
        assertThat(complete.op.calls("/userinfo")).isZero();
    }

    @Test
    void client_test_userinfo_bearer_header() {
        var site = site(p -> p.idToken(false));
        signedIn(site);
        assertThat(site.op.complaints()).isEmpty();
    }

    @Test
    void client_test_client_secret_basic() {
        var site = site(p -> p.clientSecret(SECRET));
        site.op.client(Client.of("app", SECRET).redirectUri(CALLBACK).authMethod("client_secret_basic"));
        signedIn(site);
        assertThat(site.op.complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"client_secret_post", "client_secret_jwt"})
    void client_test_client_secret(String method) {
        var site = site(p -> p.clientSecret(SECRET).client("token_endpoint_auth_method", method));
        site.op.client(Client.of("app", SECRET).redirectUri(CALLBACK).authMethod(method));
        signedIn(site);
        assertThat(site.op.complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void client_test_private_key_jwt(String kind) throws Exception {
        var pair = KeyPairGenerator.getInstance(kind).generateKeyPair();
        var site = site(p -> p.clientPrivateKey(new SigningKey(pair.getPrivate(), "1"))
                .client("token_endpoint_auth_method", "private_key_jwt"));
        site.op.client(Client.of("app", SECRET).redirectUri(CALLBACK).privateKeyJwt(pair.getPublic()));
        signedIn(site);
        assertThat(site.op.complaints()).isEmpty();
    }

    /** RFC 7523bis and FAPI 2.0: the issuer alone, as a text. Services of old want the token endpoint. */
    @ParameterizedTest
    @EnumSource(AssertionAudience.class)
    void the_audience_of_a_client_assertion_is_one_text(AssertionAudience audience) {
        var site = site(p -> p.clientSecret(SECRET)
                .client("token_endpoint_auth_method", "client_secret_jwt")
                .assertionAudience(audience));
        site.op.client(Client.of("app", SECRET).redirectUri(CALLBACK).authMethod("client_secret_jwt"));
        signedIn(site);
        var asked = site.op.requests().stream()
                .filter(request -> request.path().equals("/token"))
                .findFirst()
                .orElseThrow();
        var assertion = Form.decode(asked.text()).get("client_assertion");
        var payload =
                new String(java.util.Base64.getUrlDecoder().decode(assertion.split("\\.")[1]));
        assertThat(payload).contains("\"aud\":\"" + (audience == AssertionAudience.ISSUER ? OP : OP + "/token") + "\"");
    }

    /** RFC 6749 §3.1. The last value is what a lenient reader takes, and the right one here. */
    @ParameterizedTest
    @ValueSource(strings = {"code", "state", "iss"})
    void a_repeated_parameter_of_the_answer_is_rejected_before_the_provider_is_asked(String name) {
        var site = site();
        var browser = site.browser;
        var csrf = browser.open(APP + "/auth/csrf").text().replaceAll(".*\":\"|\"}", "");
        var begun = browser.send(
                Request.post(APP + "/auth/signin/op", "application/x-www-form-urlencoded", "csrfToken=" + csrf));
        var back = browser.send(Request.get(begun.header("Location").orElseThrow()))
                .header("Location")
                .orElseThrow();
        var params = Form.decode(back.substring(back.indexOf('?') + 1));
        var right = Form.encode(params.getOrDefault(name, OP));
        var answer = browser.send(Request.get(back + "&" + name + "=of-the-attacker&" + name + "=" + right));
        assertThat(answer.header("Location").orElse("")).contains("error=");
        assertThat(site.sessionCookie()).isEmpty();
        assertThat(site.op.calls("/token")).isZero();
        assertThat(messages(site)).contains("a parameter of the authorization response is repeated");
    }

    @Test
    void client_test_discovery_openid_config() {
        var site = site();
        signedIn(site);
        assertThat(site.op.calls("/.well-known/openid-configuration")).isEqualTo(1);
    }

    @Test
    void client_test_discovery_jwks_uri_keys() {
        var site = site();
        signedIn(site);
        assertThat(site.op.calls("/jwks")).isEqualTo(1);
    }

    @Test
    void client_test_discovery_issuer_mismatch() {
        assertRejected(site(), Fault.DISCOVERY_ISSUER_WRONG, "the discovery document is of");
    }

    @Test
    void client_test_signing_key_rotation() {
        var site = site();
        signedIn(site);
        site.op.rotateKeys();
        site.browser.clearCookies();
        signedIn(site);
    }

    @Test
    void client_test_signing_key_rotation_just_before_signing() {
        var site = site();
        signedIn(site, Fault.JWKS_ROTATED_BEFORE_SIGNING);
        site.browser.clearCookies();
        signedIn(site, Fault.JWKS_ROTATED_BEFORE_SIGNING);
    }

    @Test
    void client_test_invalid_at_hash() {
        assertRejected(site(), Fault.AT_HASH_WRONG, "at_hash is not the access token's");
    }

    /** One client runs all modules, each with its own keys, a few seconds apart. */
    @Test
    @Tag("slow")
    void one_client_passes_all_modules_in_sequence() {
        var site = site();
        for (var fault : new Fault[] {
            Fault.SIGNATURE_SPOILED,
            Fault.ISS_WRONG,
            Fault.JWKS_KID_ABSENT_SINGLE,
            Fault.AUD_WRONG,
            Fault.KEY_UNKNOWN,
            Fault.JWKS_KID_ABSENT_MULTIPLE,
            Fault.NONCE_WRONG,
            Fault.CLAIMS_ONLY_IN_USERINFO,
            Fault.SIGNATURE_SPOILED
        }) {
            site.op.rotateKeys();
            site.clock.advance(Duration.ofSeconds(4));
            site.browser.clearCookies();
            site.log.clear();
            site.op.fault(fault);
            attempt(site);
            boolean good = site.sessionCookie().isPresent();
            assertThat(good).as(fault.name()).isEqualTo(fault.duty() != Fault.Duty.REFUSE);
            assertThat(messages(site)).as(fault.name()).doesNotContain("could not be fetched", "limit");
        }
    }

    // Not modules of the suite: what goes with them.

    @Test
    void a_sign_in_that_is_too_old_for_default_max_age_is_refused() {
        UnaryOperator<OAuthProvider> hourly = p -> p.client("default_max_age", 3600);
        signedIn(site(hourly));
        assertRejected(site(hourly), Fault.AUTH_TIME_OLD, "the last sign-in is too long ago");
        assertRejected(site(hourly), Fault.AUTH_TIME_MISSING, "auth_time is missing");
        signedIn(site(), Fault.AUTH_TIME_OLD);
        signedIn(site(), Fault.AUTH_TIME_MISSING);
    }

    @Test
    void require_auth_time_refuses_a_token_without_it() {
        UnaryOperator<OAuthProvider> required = p -> p.client("require_auth_time", true);
        signedIn(site(required));
        signedIn(site(required), Fault.AUTH_TIME_OLD);
        assertRejected(site(required), Fault.AUTH_TIME_MISSING, "auth_time is missing");
    }

    @Test
    void a_claim_of_the_claims_parameter_is_asked_for_at_userinfo() {
        var asking = site(p -> p.scope("openid").authorizationParam("claims", "{\"userinfo\":{\"locale\":null}}"));
        signedIn(asking, Fault.CLAIMS_ONLY_IN_USERINFO);
        assertThat(asking.op.calls("/userinfo")).isEqualTo(1);

        var broken = site(p -> p.scope("openid").authorizationParam("claims", "no JSON"));
        signedIn(broken, Fault.CLAIMS_ONLY_IN_USERINFO);
        assertThat(broken.op.calls("/userinfo")).isZero();
    }

    @Test
    void scopes_that_ask_for_neither_address_nor_name_ask_nothing_of_userinfo() {
        var site = site(p -> p.scope("openid"));
        signedIn(site, Fault.CLAIMS_ONLY_IN_USERINFO);
        assertThat(site.op.calls("/userinfo")).isZero();
    }

    /** A token for another interface of the provider is refused there; a provider that is down ends the sign-in. */
    @Test
    void userinfo_that_refuses_the_token_leaves_the_id_token_and_one_that_fails_ends_the_sign_in() {
        var refusing = site();
        refusing.op.fault(Fault.CLAIMS_ONLY_IN_USERINFO, Fault.USERINFO_401);
        attempt(refusing);
        assertThat(refusing.sessionCookie()).isPresent();

        var failing = site();
        failing.op.fault(Fault.CLAIMS_ONLY_IN_USERINFO, Fault.USERINFO_500);
        assertRejected(failing, "the userinfo endpoint responded with 500");
    }

    @Test
    void a_claim_of_userinfo_never_replaces_a_signed_one() {
        var site = site();
        site.op.signsIn(Person.of("ada", "Ada Lovelace", "ada@example.com"));
        var merged = site(p -> p.profile((profile, tokens) -> {
            assertThat(profile.claims().text("iss")).isEqualTo(OP);
            assertThat(profile.claims().text("sub")).isEqualTo("ada");
            return dev.cardea.model.User.of(Claims.of("id", "ada").with("name", profile.name()));
        }));
        signedIn(merged, Fault.CLAIMS_ONLY_IN_USERINFO);
    }

    /** The jar of a browser overflows, or a sub-domain makes it: the nonce's cookie is gone, its check is not. */
    @Test
    void losing_the_nonce_cookie_does_not_lose_its_check() {
        for (var fault : new Fault[] {Fault.NONCE_MISSING, Fault.NONCE_WRONG}) {
            var site = site(p -> p.checks(Check.PKCE));
            site.op.fault(Fault.DISCOVERY_NO_S256, fault);
            site.op.asksWho();
            var people = site.signInPage().press("Sign in with Demo ID");
            assertThat(people.url()).contains("nonce=");
            site.browser.setCookie(APP + "/", "__Secure-authjs.nonce=; Path=/; Max-Age=0; Secure");
            people.press("Ada Lovelace Ada@Example.com");
            assertThat(site.sessionCookie()).isEmpty();
            assertThat(messages(site)).contains("nonce");
        }
    }

    @Test
    void a_nonce_cookie_left_by_another_sign_in_does_not_disturb() {
        var site = site(p -> p.checks(Check.PKCE));
        site.browser.setCookie(APP + "/", "__Secure-authjs.nonce=left-over; Path=/; Secure");
        signedIn(site);
    }

    private static final String SECRET = "a-secret-of-more-than-32-characters-for-hmac";
    private static final String CALLBACK = APP + "/auth/callback/op";

    private static Site site() {
        return Site.with(p -> p, c -> c);
    }

    private static Site site(UnaryOperator<OAuthProvider> change) {
        return Site.with(change, c -> c);
    }

    private static Page attempt(Site site) {
        return site.signInPage().press("Sign in with Demo ID");
    }

    private static void signedIn(Site site, Fault... faults) {
        site.op.fault(faults);
        attempt(site);
        assertThat(site.sessionCookie()).as(messages(site)).isPresent();
    }

    private static void assertRejected(Site site, Fault fault, String reason) {
        site.op.fault(fault);
        assertRejected(site, reason);
    }

    private static void assertRejected(Site site, String reason) {
        var end = attempt(site);
        assertThat(site.sessionCookie()).isEmpty();
        assertThat(site.events).doesNotContain("createUser", "linkAccount", "signIn");
        assertThat(site.adapter.getUserByEmail("ada@example.com")).isEmpty();
        assertThat(end.url()).startsWith(APP + "/auth/").contains("error=");
        assertThat(messages(site)).contains(reason);
    }

    private static String messages(Site site) {
        return site.log.stream()
                .map(e -> String.valueOf(e.getMessage()))
                .toList()
                .toString();
    }
}
