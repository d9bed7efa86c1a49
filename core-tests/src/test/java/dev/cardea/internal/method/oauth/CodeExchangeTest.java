package dev.cardea.internal.method.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Request;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.tests.Site;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

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
