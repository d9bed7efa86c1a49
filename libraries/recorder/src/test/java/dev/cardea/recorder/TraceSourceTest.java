package dev.cardea.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.observe.Digest;
import dev.cardea.observe.Step;
import dev.cardea.provider.OAuthProvider;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A trace says which code and which settings recorded it, and whose headers counted. */
class TraceSourceTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";

    @Test
    void equal_settings_have_one_digest_in_all_processes() {
        assertThat(configuration(it -> it)).isNotNull().isEqualTo(configuration(it -> it));
    }

    @Test
    void other_settings_have_another_digest() {
        var usual = configuration(it -> it);
        assertThat(configuration(it -> it.trustedProxies("10.0.0.0/8"))).isNotEqualTo(usual);
        assertThat(configuration(it -> it.basePath("/login"))).isNotEqualTo(usual);
        assertThat(configuration(it -> it.secret(SECRET + "-2")))
                .as("a keyed digest")
                .isNotEqualTo(usual);
    }

    @Test
    void a_trace_says_whether_a_trusted_proxy_sent_the_request() {
        var proxied = fail(it -> it.trustedProxies("192.0.2.0/24"));
        assertThat(isPeerTrusted(proxied)).isTrue();
        assertThat(Explanation.of(proxied).text())
                .contains("Cardea " + proxied.source().version())
                .contains(", from a trusted proxy\n");
        var direct = fail(it -> it.trustedProxies("10.0.0.0/8"));
        assertThat(isPeerTrusted(direct)).isFalse();
        assertThat(Explanation.of(direct).text()).contains(", not from a trusted proxy\n");
        assertThat(isPeerTrusted(fail(it -> it))).isFalse();
    }

    @Test
    void a_request_to_an_invalid_configuration_has_a_version_without_a_digest() {
        var auth = Auth.of(request -> AuthConfig.builder().env(Env.none()).build());
        auth.handle(Request.get("https://app.example/auth/signin"));
        assertThat(Recorder.of(auth).failures())
                .singleElement()
                .satisfies(trace -> assertThat(trace.source()).isEqualTo(Trace.Source.of(null)));
    }

    private static Digest configuration(UnaryOperator<AuthConfig.Builder> change) {
        return fail(change).source().configuration();
    }

    private static boolean isPeerTrusted(Trace trace) {
        return trace.entries().stream()
                .flatMap(entry -> entry.step() instanceof Step.OriginDecision it ? List.of(it).stream() : null)
                .findFirst()
                .orElseThrow()
                .isPeerTrusted();
    }

    private static Trace fail(UnaryOperator<AuthConfig.Builder> change) {
        var config = change.apply(AuthConfig.builder()
                        .env(Env.none())
                        .url("https://app.example")
                        .secret(SECRET)
                        .provider(OAuthProvider.oauth("acme", "Acme")
                                .clientId("id")
                                .clientSecret("secret")
                                .authorization("https://id.example/authorize")
                                .token("https://id.example/token")
                                .userinfo("https://id.example/userinfo")))
                .build();
        var auth = Auth.of(config);
        var headers = Headers.of(List.of(new Headers.Field("host", "app.example")));
        var target = config.basePath() + "/callback/acme?code=c&state=s";
        auth.handle(Request.of("GET", "https", target, headers, new byte[0], "192.0.2.7"));
        return Recorder.of(auth).failures().get(0);
    }
}
