package dev.cardea.internal.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.StillClock;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.provider.AssertionAudience;
import dev.cardea.provider.OAuthException;
import dev.cardea.token.Randomness;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which responses of a token endpoint are token sets (RFC 6749 §5.1), and what is sent for a code. */
class TokenEndpointTest {
    private static final Claims VALID = Claims.of("access_token", "a").with("token_type", "Bearer");

    @ParameterizedTest
    @CsvSource({
        "private_key_jwt, ISSUER, 401, true",
        "client_secret_jwt, ISSUER, 400, true",
        "client_secret_jwt, ISSUER, 500, false",
        "client_secret_jwt, TOKEN_ENDPOINT, 401, false",
        "client_secret_post, ISSUER, 401, false"
    })
    void a_rejected_assertion_for_the_issuer_names_the_setting_of_its_audience(
            String method, AssertionAudience audience, int status, boolean isNamed) {
        var client = new ClientAuthentication(method, "app", "s", null, audience);
        var refused = assertThatThrownBy(() -> TokenEndpoint.validate(Response.json(status, "{}"), client));
        if (isNamed) refused.hasMessageContaining("set assertionAudience to token_endpoint");
        else refused.hasMessage("the token endpoint responded with " + status);
    }

    @Test
    void a_token_set_is_accepted_with_its_type_in_lower_case() {
        assertThat(validate(VALID)).isEqualTo(VALID.with("token_type", "bearer"));
        assertThat(validate(VALID.with("token_type", "DPoP")).text("token_type"))
                .isEqualTo("dpop");
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 204, 302, 400, 500})
    void a_response_with_another_status_than_200_is_rejected(int status) {
        assertThatThrownBy(() -> TokenEndpoint.validate(Response.json(status, VALID.toJson())))
                .hasMessage("the token endpoint responded with " + status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"access_token", "token_type"})
    void an_access_token_and_its_type_are_required_texts(String name) {
        assertRejected(VALID.without(name), "the token endpoint returned no " + name);
        for (var other : Arrays.asList("", null, 1, List.of("a"))) {
            assertRejected(VALID.with(name, other), "the token endpoint returned no " + name);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"refresh_token", "id_token"})
    void further_tokens_are_texts_if_there_are_any(String name) {
        assertThat(validate(VALID.with(name, "t")).text(name)).isEqualTo("t");
        for (var other : List.of("", 1, Map.of())) assertRejected(VALID.with(name, other), name + " is not a text");
    }

    @Test
    void a_scope_is_a_text_if_there_is_one() {
        assertThat(validate(VALID.with("scope", "")).text("scope")).isEmpty();
        assertRejected(VALID.with("scope", List.of("openid")), "scope is not a text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mac", "bearer ", "bearer,dpop"})
    void a_token_of_an_unknown_type_is_rejected(String type) {
        assertRejected(VALID.with("token_type", type), "an unknown token_type");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "3600, 3600", "'3600', 3600", "'0', 0", "'999999999999999', 999999999999999"})
    void a_lifetime_of_digits_is_a_number_of_seconds(String text, long seconds) {
        assertThat(validate(VALID.with("expires_in", text)).value("expires_in")).isEqualTo(seconds);
    }

    @Test
    void a_lifetime_is_at_least_0_and_below_a_thousand_million_million_seconds() {
        for (var lifetime : List.of(0, 3_600, 999_999_999_999_999L)) {
            assertThat(validate(VALID.with("expires_in", lifetime)).value("expires_in"))
                    .isEqualTo(((Number) lifetime).longValue());
        }
        assertThat(validate(VALID.with("expires_in", 0.5)).value("expires_in")).isEqualTo(0.5);
        for (var other : Arrays.asList(-1, -0.5, 1e15, 1e300, "", "-1", "soon", "1000000000000000", true, null)) {
            assertRejected(VALID.with("expires_in", other), "expires_in is not a number of seconds");
        }
    }

    @Test
    void a_code_is_sent_with_the_verifier_of_PKCE_if_there_is_one() {
        var with = grant("v-1", authentication("client_secret_post"));
        assertThat(fields(with))
                .containsEntry("grant_type", "authorization_code")
                .containsEntry("code", "c-1")
                .containsEntry("redirect_uri", "https://app.example/callback")
                .containsEntry("code_verifier", "v-1")
                .containsEntry("client_id", "app")
                .containsEntry("client_secret", "s-1");
        assertThat(with.header("authorization")).isEmpty();
        assertThat(with.header("accept")).contains("application/json");
        assertThat(fields(grant(null, authentication("none"))))
                .containsEntry("client_id", "app")
                .doesNotContainKeys("code_verifier", "client_secret");
    }

    /** RFC 6749 §2.3.1: both are encoded as in a form before they are joined. */
    @Test
    void the_secret_in_a_header_is_encoded_and_is_not_in_the_body() {
        var client = new ClientAuthentication("client_secret_basic", "a:b", "s 1%", null, AssertionAudience.ISSUER);
        var request = grant(null, client);
        assertThat(request.header("authorization")).contains("Basic " + base64("a%3Ab:s+1%25"));
        assertThat(fields(request)).doesNotContainKeys("client_id", "client_secret");
    }

    @Test
    void a_method_without_what_it_needs_is_named() {
        for (var method : List.of("client_secret_basic", "client_secret_post", "client_secret_jwt")) {
            var client = new ClientAuthentication(method, "app", null, null, AssertionAudience.ISSUER);
            assertThatThrownBy(() -> grant(null, client)).hasMessage(method + " needs clientSecret");
        }
        assertThatThrownBy(() -> grant(null, authentication("private_key_jwt")))
                .hasMessage("private_key_jwt needs clientPrivateKey");
        assertThatThrownBy(() -> grant(null, authentication("tls_client_auth")))
                .hasMessage("token_endpoint_auth_method tls_client_auth is not supported");
    }

    @Test
    void an_assertion_is_for_the_issuer_valid_for_a_minute_and_signed_with_a_short_secret_too() {
        var form = fields(grant(null, authentication("client_secret_jwt")));
        assertThat(form)
                .containsEntry("client_id", "app")
                .containsEntry("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
        long now = new StillClock().instant().getEpochSecond();
        var parts = form.get("client_assertion").split("\\.", -1);
        assertThat(decoded(parts[0])).contains("\"alg\":\"HS256\"");
        assertThat(decoded(parts[1]))
                .contains("\"aud\":\"https://op.example\"", "\"iss\":\"app\"", "\"sub\":\"app\"")
                .contains("\"exp\":" + (now + 60), "\"iat\":" + now, "\"nbf\":" + now)
                .containsPattern("\"jti\":\"[\\w-]{43}\"");
    }

    @ParameterizedTest
    @CsvSource({
        "ISSUER, https://op.example, https://op.example/token, https://op.example",
        "TOKEN_ENDPOINT, https://op.example, https://op.example/token, https://op.example/token",
        "ISSUER, , https://op.example/token, https://op.example/token",
        "ISSUER, https://op.example, , https://op.example"
    })
    void an_assertion_is_for_one_audience(
            AssertionAudience wanted, @Nullable String issuer, @Nullable String endpoint, String audience) {
        var announced =
                new ServerMetadata(Claims.NONE.withPresent("issuer", issuer).withPresent("token_endpoint", endpoint));
        var body = new LinkedHashMap<String, String>();
        var client = new ClientAuthentication("client_secret_jwt", "app", "s-1", null, wanted);
        assertThat(client.apply(body, announced, new StillClock(), Randomness.secure()))
                .isNull();
        assertThat(decoded(String.valueOf(body.get("client_assertion")).split("\\.", -1)[1]))
                .contains("\"aud\":\"" + audience + "\"");
    }

    @Test
    void a_printed_client_contains_no_secret() {
        assertThat(authentication("none").toString()).contains("none", "app").doesNotContain("s-1");
    }

    private static void assertRejected(Claims response, String reason) {
        assertThatThrownBy(() -> validate(response))
                .as("%s", response)
                .isInstanceOf(OAuthException.class)
                .hasMessage(reason);
    }

    private static Claims validate(Claims response) {
        return TokenEndpoint.validate(Response.json(200, response.toJson()));
    }

    private static ClientAuthentication authentication(String method) {
        return new ClientAuthentication(method, "app", "s-1", null, AssertionAudience.ISSUER);
    }

    private static Request grant(@Nullable String verifier, ClientAuthentication client) {
        var server = new ServerMetadata(
                Claims.of("issuer", "https://op.example").with("token_endpoint", "https://op.example/token"));
        return TokenEndpoint.codeGrant(
                "https://op.example/token",
                "c-1",
                "https://app.example/callback",
                verifier,
                client,
                server,
                new StillClock(),
                Randomness.secure());
    }

    private static Map<String, String> fields(Request request) {
        return new LinkedHashMap<>(Form.decode(request.text()));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private static String decoded(String part) {
        return new String(Base64.getUrlDecoder().decode(part), UTF_8);
    }
}
