package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.CredentialsProvider;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Headers that every answer has, whatever was asked. */
class HeadersTest {
    private static final List<String> TARGETS = List.of(
            "/auth/signin",
            "/auth/signout",
            "/auth/session",
            "/auth/csrf",
            "/auth/providers",
            "/auth/error?error=Verification",
            "/auth/verify-request",
            "/auth/callback/login",
            "/auth/callback/nobody",
            "/auth/webauthn-options",
            "/auth/signin/login",
            "/auth/nothing",
            "/elsewhere",
            "/auth/session?" + "a=1&".repeat(200));

    @Test
    void no_answer_is_of_a_type_to_guess_or_for_a_cache_and_no_redirect_is_a_referrer() {
        var broken = Auth.of(request -> {
            throw new IllegalStateException("no tenant");
        });
        for (var auth : List.of(auth(config()), broken)) {
            for (var target : TARGETS) {
                for (var method : List.of("GET", "POST", "PUT", "HEAD")) {
                    var answer = auth.handle(Request.of(method, "https://app.example" + target));
                    var what = method + " " + target;
                    assertThat(answer.header("X-Content-Type-Options")).as(what).hasValue("nosniff");
                    assertThat(answer.header("Cache-Control"))
                            .as(what)
                            .hasValueSatisfying(v -> assertThat(v).contains("no-store"));
                    if (answer.status() / 100 != 3) continue;
                    assertThat(answer.header("Referrer-Policy")).as(what).hasValue("no-referrer");
                }
            }
        }
    }

    @Test
    void refusals_of_protected_pages_have_them_too() {
        var visitor = auth(config()).visitor(Request.get("https://app.example/account"));
        assertThat(visitor.refusal())
                .hasValueSatisfying(answer ->
                        assertThat(answer.header("X-Content-Type-Options")).hasValue("nosniff"));
    }

    @Test
    void an_https_site_keeps_browsers_to_https_for_this_host_alone() {
        assertThat(transport(config())).hasValue("max-age=31536000");
        assertThat(transport(config().strictTransportSecurity(Duration.ofHours(1))))
                .hasValue("max-age=3600");
        assertThat(transport(config().strictTransportSecurity(Duration.ZERO))).hasValue("max-age=0");
        assertThat(transport(config().strictTransportSecurity(null))).isEmpty();
    }

    /** A forwarded scheme is the word of a proxy, and a policy for localhost would hold for every project there. */
    @Test
    void where_https_is_not_configured_or_the_host_is_this_machine_nothing_is_sent() {
        assertThat(transport(config().url("http://app.example"))).isEmpty();
        assertThat(transport(config().url("https://localhost:3000"))).isEmpty();
        assertThat(transport(config().url("https://127.0.0.1:3000"))).isEmpty();
        var trusting = AuthConfig.builder().env(Env.none()).secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63");
        assertThat(transport(trusting.trustHost(true))).isEmpty();
    }

    private static Optional<String> transport(AuthConfig.Builder config) {
        Response answer = auth(config).handle(Request.get("https://app.example/auth/session"));
        assertThat(answer.status()).isEqualTo(200);
        return answer.header("Strict-Transport-Security");
    }

    private static Auth auth(AuthConfig.Builder config) {
        return Auth.of(config.build());
    }

    private static AuthConfig.Builder config() {
        return AuthConfig.builder()
                .env(Env.none())
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .url("https://app.example")
                .provider(CredentialsProvider.of((credentials, request) -> Optional.empty())
                        .id("login"));
    }
}
