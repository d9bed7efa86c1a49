package dev.cardea.internal.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.observe.HostName;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Shape;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.Endpoint;
import dev.cardea.observe.Step.OAuthError;
import dev.cardea.observe.Step.ProviderCall.Result;
import dev.cardea.observe.Step.ProviderCallStart.ClientProof;
import dev.cardea.provider.OAuthException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is recorded of a call to a provider: enough to find its fault, and nothing that is secret. */
class ProviderCallsTest {
    private static final int LONGEST = 64 * 1024;

    private final RecordedSteps steps = new RecordedSteps();

    @Test
    void a_call_that_is_not_recorded_passes_request_and_response_through() {
        var request = Request.get("https://op.example/token");
        var response = Response.json(200, "{}");
        var heard = new ArrayList<Request>();
        var calls = new ProviderCalls(ProviderId.UNKNOWN, call -> {
            heard.add(call);
            return response;
        });
        assertThat(calls.to(Endpoint.TOKEN).handle(request)).isSameAs(response);
        assertThat(heard).containsExactly(request);
    }

    @Test
    void a_recorded_call_has_its_start_and_its_end_with_host_status_duration_and_shape() {
        var response = Response.json(200, "{\"access_token\":\"secret-1\",\"expires_in\":3600}");
        assertThat(call(Endpoint.TOKEN, Request.get("https://OP.example:8443/token"), response))
                .isSameAs(response);
        assertThat(steps.all()).hasSize(2);
        assertThat(steps.all().get(0)).isEqualTo(new Step.ProviderCallStart(ProviderId.UNKNOWN, Endpoint.TOKEN, null));
        var end = end();
        assertThat(end.endpoint()).isEqualTo(Endpoint.TOKEN);
        assertThat(end.host()).isEqualTo(HostName.of("op.example:8443"));
        assertThat(end.result()).isEqualTo(Result.OK);
        assertThat(end.status()).isEqualTo(200);
        assertThat(end.duration()).isBetween(Duration.ZERO, Duration.ofMinutes(1));
        assertThat(end.error()).isNull();
        assertThat(end.shape())
                .isEqualTo(Shape.of(Claims.of("access_token", "x").with("expires_in", 1)));
        assertThat(steps.all().toString()).doesNotContain("secret-1");
    }

    @ParameterizedTest
    @CsvSource({"200, OK", "302, OK", "399, OK", "400, REJECTED", "401, REJECTED", "503, REJECTED"})
    void a_status_of_400_or_above_is_recorded_as_rejected(int status, Result result) {
        call(Endpoint.TOKEN, Response.json(status, "{}"));
        assertThat(end().result()).isEqualTo(result);
        assertThat(end().status()).isEqualTo(status);
    }

    @Test
    void an_error_of_the_provider_is_recorded_by_its_code_alone() {
        call(Endpoint.TOKEN, Response.json(400, "{\"error\":\"invalid_grant\",\"error_description\":\"of Ada\"}"));
        assertThat(end().error()).isEqualTo(OAuthError.INVALID_GRANT);
        assertThat(steps.all().toString()).doesNotContain("Ada");
        call(Endpoint.TOKEN, Response.json(400, "{\"error\":\"Ada's own\"}"));
        assertThat(end().error()).isEqualTo(OAuthError.OTHER);
        call(Endpoint.TOKEN, Response.json(400, "{\"error\":{}}"));
        assertThat(end().error()).isEqualTo(OAuthError.OTHER);
    }

    @ParameterizedTest
    @CsvSource({"invalid_client, INVALID_CLIENT", "INVALID_CLIENT, INVALID_CLIENT", "unheard_of, OTHER", ", OTHER"})
    void a_code_is_one_of_a_closed_list(String code, OAuthError error) {
        assertThat(ProviderCalls.error(code)).isEqualTo(error);
    }

    @ParameterizedTest
    @CsvSource({"DISCOVERY, INVALID", "JWKS, INVALID", "TOKEN, INVALID", "USERINFO, OK"})
    void a_page_instead_of_an_object_is_recorded_where_an_object_is_expected(Endpoint endpoint, Result result) {
        call(endpoint, Response.of(200, "text/html", "<p>Sign in</p>"));
        assertThat(end().result()).isEqualTo(result);
        assertThat(end().shape()).isNull();
    }

    @Test
    void a_response_of_more_than_64_KiB_is_recorded_without_a_shape() {
        call(Endpoint.TOKEN, Response.json(200, "{}" + " ".repeat(LONGEST - 2)));
        assertThat(end().shape()).isEqualTo(Shape.of(Claims.NONE));
        call(Endpoint.TOKEN, Response.json(200, "{}" + " ".repeat(LONGEST - 1)));
        assertThat(end().shape()).isNull();
        assertThat(end().result()).isEqualTo(Result.OK);
        call(Endpoint.TOKEN, Response.json(200, " ".repeat(LONGEST)));
        assertThat(end().result()).isEqualTo(Result.INVALID);
    }

    @Test
    void the_start_says_how_the_application_proves_itself_to_the_token_endpoint() {
        var plain = Request.post("https://op.example/token", "application/x-www-form-urlencoded", "client_id=app");
        assertThat(proof(plain)).isNull();
        assertThat(proof(plain.header("authorization", "Basic x"))).isEqualTo(ClientProof.SECRET);
        assertThat(proof(plain.body("client_id=app&client_secret=s"))).isEqualTo(ClientProof.SECRET);
        assertThat(proof(plain.body("client_id=app&client_assertion=j"))).isEqualTo(ClientProof.ASSERTION);
    }

    @ParameterizedTest
    @EnumSource(value = Endpoint.class, mode = EnumSource.Mode.EXCLUDE, names = "TOKEN")
    void a_call_to_another_endpoint_proves_no_application(Endpoint endpoint) {
        call(endpoint, Request.get("https://op.example/").header("authorization", "Bearer x"), Response.of(200));
        assertThat(start().client()).isNull();
    }

    @Test
    void a_call_that_fails_is_recorded_with_its_reason_and_fails() {
        var late = new OAuthException("late", new UncheckedIOException(new HttpTimeoutException("10 s")));
        assertThat(failure(late)).isEqualTo(Result.TIMEOUT);
        assertThat(failure(new UncheckedIOException(new TooManyCallsException("64"))))
                .isEqualTo(Result.LIMITED);
        assertThat(failure(new UncheckedIOException(new IOException("reset")))).isEqualTo(Result.UNREACHABLE);
        assertThat(failure(new IllegalStateException())).isEqualTo(Result.UNREACHABLE);
        assertThat(end().status()).isZero();
        assertThat(end().duration()).isBetween(Duration.ZERO, Duration.ofMinutes(1));
        assertThat(end().host()).isEqualTo(HostName.of("op.example"));
    }

    private Result failure(RuntimeException failure) {
        HttpHandler http = request -> {
            throw failure;
        };
        var calls = new ProviderCalls(ProviderId.UNKNOWN, http);
        assertThatThrownBy(() ->
                        steps.during(() -> calls.to(Endpoint.TOKEN).handle(Request.get("https://op.example/token"))))
                .isSameAs(failure);
        return end().result();
    }

    private ClientProof proof(Request request) {
        call(Endpoint.TOKEN, request, Response.of(200));
        return start().client();
    }

    private void call(Endpoint endpoint, Response response) {
        call(endpoint, Request.get("https://op.example/"), response);
    }

    private Response call(Endpoint endpoint, Request request, Response response) {
        var calls = new ProviderCalls(ProviderId.UNKNOWN, any -> response);
        return steps.during(() -> calls.to(endpoint).handle(request));
    }

    private Step.ProviderCallStart start() {
        return last(Step.ProviderCallStart.class);
    }

    private Step.ProviderCall end() {
        return last(Step.ProviderCall.class);
    }

    private <T extends Step> T last(Class<T> kind) {
        var all = steps.of(kind);
        return all.get(all.size() - 1);
    }
}
