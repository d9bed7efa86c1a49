package dev.cardea.internal.method.oauth;

import static dev.cardea.tests.Site.APP;
import static dev.cardea.tests.Site.OP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Client;
import dev.cardea.testing.Fault;
import dev.cardea.tests.Site;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is sent for a code. Which ID tokens and answers are rejected is in {@code ConformanceTest} and
 * {@code MisbehavingProviderTest}.
 */
class CodeExchangeTest {
    @Test
    void the_code_is_sent_with_its_verifier_and_the_callback_address() {
        var site = signedIn(p -> p);

        assertThat(tokenRequest(site).body())
                .asString(StandardCharsets.UTF_8)
                .contains("grant_type=authorization_code", "code=", "code_verifier=")
                .contains("redirect_uri=https%3A%2F%2Fapp.example%2Fauth%2Fcallback%2Fop");
        assertThat(site.op.complaints()).isEmpty();
    }

    @Test
    void the_client_authenticates_with_Basic_by_default_and_never_in_an_address() {
        var request = tokenRequest(signedIn(p -> p));

        assertThat(request.header("authorization"))
                .contains("Basic "
                        + Base64.getEncoder().encodeToString("app:app-secret".getBytes(StandardCharsets.UTF_8)));
        assertThat(request.url()).doesNotContain("app-secret");
        assertThat(request.body()).asString(StandardCharsets.UTF_8).doesNotContain("app-secret");
    }

    @Test
    void a_code_is_exchanged_once() {
        var site = signedIn(p -> p);

        assertThat(site.op.requests())
                .filteredOn(CodeExchangeTest::isTokenRequest)
                .hasSize(1);
    }

    @Test
    void tokens_that_the_provider_returned_are_stored_with_the_account() {
        var site = signedIn(p -> p);
        var ada = site.adapter.getUserByAccount("op", "ada").orElseThrow();
        var account =
                site.adapter.listAccountsByUserId(String.valueOf(ada.id())).get(0);

        assertThat(account.claims().text("access_token")).isNotEmpty();
        assertThat(account.claims().text("id_token")).isNotEmpty();
    }

    @Test
    void a_token_request_of_the_application_gets_the_checks_and_its_tokens_are_verified() {
        var site = signedIn(p -> p.tokenRequest((params, checks, provider, http) -> {
            var form = Form.encode(Map.of(
                    "grant_type",
                    "authorization_code",
                    "code",
                    text(params, "code"),
                    "redirect_uri",
                    text(checks, "redirect_uri"),
                    "code_verifier",
                    text(checks, "code_verifier"),
                    "client_id",
                    "app",
                    "client_secret",
                    "app-secret"));
            var answer = http.handle(Request.post(OP + "/token", "application/x-www-form-urlencoded", form));
            return Json.parseObject(answer.text(), 5);
        }));
        assertThat(site.op.requests())
                .filteredOn(CodeExchangeTest::isTokenRequest)
                .hasSize(1);
        var wrong = Site.with(
                p -> p.tokenRequest((params, checks, provider, http) -> Claims.of("access_token", "a")
                        .with("token_type", "bearer")
                        .with("id_token", "e30.e30.")),
                c -> c);
        wrong.signInPage().press("Sign in with Demo ID");
        assertThat(wrong.sessionCookie()).isEmpty();
    }

    /** An API of the provider may reject the token, which was issued for another one; then the ID token is enough. */
    @ParameterizedTest
    @CsvSource({"200, true, true", "401, true, false", "403, true, false", "429, false, false", "500, false, false"})
    void the_answer_about_the_user_completes_the_ID_token_unless_the_provider_denies_it(
            int status, boolean isSignedIn, boolean hasName) {
        var wire = new AtomicReference<HttpHandler>();
        var site = Site.with(p -> p, c -> c.http(request -> wire.get().handle(request)));
        wire.set(request -> {
            boolean isFailing = status != 200 && request.path().endsWith("/userinfo");
            return isFailing ? Response.of(status) : site.op.handle(request);
        });
        site.op.fault(Fault.CLAIMS_ONLY_IN_USERINFO);
        site.signInPage().press("Sign in with Demo ID");

        assertThat(site.sessionCookie().isPresent()).isEqualTo(isSignedIn);
        assertThat(site.session().contains("Ada Lovelace")).isEqualTo(hasName);
    }

    @Test
    void a_provider_that_announces_no_address_for_userinfo_is_not_asked() {
        var site = Site.with(p -> p, c -> c);
        site.op.fault(Fault.CLAIMS_ONLY_IN_USERINFO, Fault.DISCOVERY_NO_USERINFO_ENDPOINT);
        site.signInPage().press("Sign in with Demo ID");

        assertThat(site.sessionCookie()).isPresent();
        assertThat(site.op.calls("/userinfo")).isZero();
    }

    @Test
    void a_signed_profile_is_read_if_this_client_asked_for_it_and_an_unsigned_one_is_then_rejected() {
        var site = Site.with(p -> signed(p), c -> c);
        site.op.fault(Fault.USERINFO_JWT);
        site.signInPage().press("Sign in with Demo ID");
        assertThat(site.session()).contains("ada@example.com");
        site.browser.clearCookies();
        site.op.fault();
        site.signInPage().press("Sign in with Demo ID");
        assertThat(site.sessionCookie()).isEmpty();
    }

    /** Its signature is valid: the provider made it for another client, which replays it. */
    @Test
    void a_signed_profile_for_another_client_of_the_provider_is_rejected() {
        var wire = new AtomicReference<HttpHandler>();
        var other = OAuthProvider.oidc("other", "Other", OP).clientId("other").clientSecret("other-secret");
        var site = Site.with(
                p -> signed(p),
                c -> c.http(request -> wire.get().handle(request)).provider(signed(other)));
        site.op.client(Client.of("other", "other-secret").redirectUri(APP + "/auth/callback/other"));
        site.op.fault(Fault.USERINFO_JWT);
        var captured = new ArrayList<Response>();
        wire.set(request -> {
            var answer = site.op.handle(request);
            if (request.path().endsWith("/userinfo")) captured.add(answer);
            return answer;
        });
        site.signInPage().press("Sign in with Other");
        assertThat(site.sessionCookie()).isPresent();
        site.browser.clearCookies();
        wire.set(request -> request.path().endsWith("/userinfo") ? captured.get(0) : site.op.handle(request));
        site.signInPage().press("Sign in with Demo ID");

        assertThat(captured).hasSize(1);
        assertThat(site.sessionCookie()).isEmpty();
        assertThat(site.log)
                .extracting(error -> String.valueOf(error.getMessage()))
                .anyMatch(message -> message.contains("the signed userinfo response isn't for this client"));
    }

    private static OAuthProvider signed(OAuthProvider provider) {
        return provider.idToken(false).client("userinfo_signed_response_alg", "RS256");
    }

    private static String text(Claims claims, String name) {
        return String.valueOf(claims.text(name));
    }

    private static Site signedIn(UnaryOperator<OAuthProvider> change) {
        var site = Site.with(change, c -> c);
        site.signInPage().press("Sign in with Demo ID");
        assertThat(site.session()).contains("ada@example.com");
        return site;
    }

    private static Request tokenRequest(Site site) {
        return site.op.requests().stream()
                .filter(CodeExchangeTest::isTokenRequest)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isTokenRequest(Request request) {
        return request.path().endsWith("/token");
    }
}
