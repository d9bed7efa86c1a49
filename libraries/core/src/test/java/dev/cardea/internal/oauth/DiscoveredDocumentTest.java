package dev.cardea.internal.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.StillClock;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.provider.OAuthException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From which address a discovery document is fetched, and which documents are accepted. */
class DiscoveredDocumentTest {
    private static final String ISSUER = "https://op.example";
    private static final Claims VALID = Claims.of("issuer", ISSUER).with("token_endpoint", ISSUER + "/token");

    private final List<String> fetched = new ArrayList<>();
    private int differing;
    private Response response = Response.json(200, VALID.toJson());

    @ParameterizedTest
    @CsvSource({
        "https://op.example, , https://op.example/.well-known/openid-configuration",
        "https://op.example/, , https://op.example/.well-known/openid-configuration",
        "https://op.example, https://op.example/own, https://op.example/own",
        ", https://op.example/own, https://op.example/own"
    })
    void a_document_is_fetched_from_the_given_address_or_below_the_issuer(
            @Nullable String issuer, @Nullable String wellKnown, String address) {
        assertThat(discovery(issuer, wellKnown).metadata().issuer()).isEqualTo(ISSUER);
        assertThat(fetched).containsExactly(address + " application/json");
    }

    @Test
    void an_issuer_or_an_address_is_required() {
        assertThatThrownBy(() -> discovery(null, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("either issuer or wellKnown is required");
    }

    @Test
    void a_document_that_names_no_issuer_is_rejected_even_where_any_issuer_is_accepted() {
        for (var none : Arrays.asList("", null, 7)) {
            response = Response.json(200, VALID.with("issuer", none).toJson());
            assertThatThrownBy(() -> discovery(null, ISSUER + "/own").metadata())
                    .hasMessage("the discovery document doesn't contain an issuer");
        }
        assertThat(differing).isZero();
    }

    @Test
    void the_issuer_of_a_document_equals_the_configured_one_as_an_address() {
        response = Response.json(200, VALID.with("issuer", ISSUER + "/").toJson());
        assertThat(discovery(ISSUER, null).metadata().issuer()).isEqualTo(ISSUER + "/");
        assertThat(differing).isZero();
        response = Response.json(200, VALID.with("issuer", "a name").toJson());
        assertThat(discovery("a name", ISSUER + "/own").metadata().issuer()).isEqualTo("a name");
    }

    @ParameterizedTest
    @CsvSource({
        "https://evil.example, https://evil.example",
        "https://op.example/tenant, https://op.example/tenant",
        "http://op.example, http://op.example",
        "<b>text, another issuer"
    })
    void a_document_of_another_issuer_is_rejected_and_reported(String named, String printed) {
        response = Response.json(200, VALID.with("issuer", named).toJson());
        assertThatThrownBy(() -> discovery(ISSUER, null).metadata())
                .isInstanceOf(OAuthException.class)
                .hasMessage("the discovery document is of " + printed + ", not of " + ISSUER
                        + "; compare the issuer setting");
        assertThat(differing).isEqualTo(1);
    }

    @Test
    void two_issuers_that_are_not_addresses_are_equal_only_as_texts() {
        response = Response.json(200, VALID.with("issuer", "another name").toJson());
        assertThatThrownBy(() -> discovery("a name", ISSUER + "/own").metadata())
                .hasMessageContaining("not of a name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"})
    void a_document_that_came_over_TLS_names_no_endpoint_without_it(String name) {
        for (var endpoint : List.of("http://op.example/x", "http://localhost/x", "/x", "", 7, List.of(ISSUER))) {
            response = Response.json(200, VALID.with(name, endpoint).toJson());
            assertThatThrownBy(() -> discovery(ISSUER, null).metadata())
                    .as("%s", endpoint)
                    .hasMessage("the announced " + name + " is not https");
        }
        response = Response.json(200, VALID.with(name, null).toJson());
        assertThat(discovery(ISSUER, null).metadata().issuer()).isEqualTo(ISSUER);
    }

    @Test
    void a_provider_on_this_machine_may_do_without_TLS() {
        var local = "http://localhost:9000";
        response = Response.json(
                200,
                Claims.of("issuer", local)
                        .with("token_endpoint", local + "/token")
                        .toJson());
        assertThat(discovery(local, null).metadata().tokenEndpoint()).contains(local + "/token");
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 302, 404, 503})
    void a_response_with_another_status_than_200_is_rejected(int status) {
        response = Response.json(status, VALID.toJson());
        assertThatThrownBy(() -> discovery(ISSUER, null).metadata()).hasMessage("discovery returned status " + status);
    }

    @Test
    void a_document_has_at_most_one_megabyte() {
        var json = VALID.toJson();
        response = Response.json(200, json + " ".repeat(JsonAnswer.MAX_BYTES - json.length()));
        assertThat(discovery(ISSUER, null).metadata().issuer()).isEqualTo(ISSUER);
        response = Response.json(200, json + " ".repeat(JsonAnswer.MAX_BYTES - json.length() + 1));
        assertThatThrownBy(() -> discovery(ISSUER, null).metadata()).hasMessage("the discovery document is too long");
        response = Response.json(200, "[]");
        assertThatThrownBy(() -> discovery(ISSUER, null).metadata())
                .hasMessage("the discovery document is not a JSON object");
    }

    @Test
    void a_feature_counts_as_announced_only_in_its_standard_form() {
        var announced = new ServerMetadata(VALID.with("code_challenge_methods_supported", List.of("plain", "S256"))
                .with("authorization_response_iss_parameter_supported", true)
                .with("id_token_signing_alg_values_supported", List.of("ES256"))
                .with("authorization_endpoint", ISSUER + "/authorize")
                .with("userinfo_endpoint", ISSUER + "/userinfo")
                .with("jwks_uri", ISSUER + "/jwks"));
        assertThat(announced.announcesS256()).isTrue();
        assertThat(announced.sendsIssuer()).isTrue();
        assertThat(List.<Object>copyOf(announced.idTokenAlgorithms())).containsExactly("ES256");
        assertThat(announced.authorizationEndpoint()).contains(ISSUER + "/authorize");
        assertThat(announced.userinfoEndpoint()).contains(ISSUER + "/userinfo");
        assertThat(announced.jwksUri()).contains(ISSUER + "/jwks");
        var other = new ServerMetadata(Claims.of(Map.of(
                "code_challenge_methods_supported",
                "S256",
                "authorization_response_iss_parameter_supported",
                "true",
                "id_token_signing_alg_values_supported",
                "ES256")));
        assertThat(other.announcesS256()).isFalse();
        assertThat(other.sendsIssuer()).isFalse();
        assertThat(other.idTokenAlgorithms()).isEmpty();
        assertThat(other.authorizationEndpoint()).isEmpty();
    }

    private Discovery discovery(@Nullable String issuer, @Nullable String wellKnown) {
        return new Discovery(
                issuer,
                wellKnown,
                request -> {
                    fetched.add(request.url() + " " + request.header("accept").orElse(""));
                    return response;
                },
                new StillClock(),
                () -> differing++);
    }
}
