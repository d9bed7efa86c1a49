package dev.cardea.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.jose.Hashes;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.OAuthProvider;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each post has its token. Whether that is enough depends on who sent it. */
class CrossSitePostTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String TOKEN = "f".repeat(64);
    private static final String CALLBACK = "/auth/callback/credentials";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sec-fetch-site: same-origin",
                "sec-fetch-site: same-site",
                "sec-fetch-site: none",
                "origin: https://app.example",
                "origin: https://APP.example:443",
                "origin: http://app.example",
                "sec-fetch-site: same-origin|origin: https://localhost:5173",
                "sec-fetch-site: same-origin|origin: null"
            })
    void a_post_of_our_own_signs_in(String headers) {
        assertThat(target(post("https", "app.example", CALLBACK, headers))).isEqualTo("https://app.example");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sec-fetch-site: cross-site",
                "sec-fetch-site: cross-site|origin: https://app.example",
                "sec-fetch-site: same-origin|sec-fetch-site: cross-site",
                "origin: https://evil.example",
                "origin: https://app.example.evil.example",
                "origin: https://evil.app.example",
                "origin: https://app.example:8443",
                "origin: https://app.example@evil.example",
                "origin: https://evil.example|origin: https://app.example",
                "origin: https://evil.example, https://app.example",
                "origin: app.example",
                "origin: capacitor://localhost",
                "origin: null",
                "origin: "
            })
    void a_post_of_another_site_does_not_even_with_a_token(String headers) {
        for (var path : new String[] {CALLBACK, "/auth/signin/op", "/auth/signout"}) {
            assertThat(target(post("https", "app.example", path, headers)))
                    .isEqualTo("https://app.example/auth/signin?error=MissingCSRF");
        }
        assertThat(answer(c -> c, post("https", "app.example", "/auth/session", headers))
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"http,intranet:8080,true", "https,intranet:8080,false", "http,localhost:3000,false"})
    void a_hidden_origin_passes_only_where_no_browser_would_say_more(String scheme, String host, boolean passes) {
        var end = target(post(scheme, host, CALLBACK, "origin: null"));
        assertThat(end.endsWith("error=MissingCSRF")).isEqualTo(!passes);
    }

    @Test
    void an_answer_that_a_provider_posts_needs_no_token() {
        for (var headers : new String[] {"sec-fetch-site: cross-site", "origin: https://op.example", "origin: null"}) {
            assertThat(target(post("https", "app.example", "/auth/callback/op", headers)))
                    .isEqualTo("https://app.example/auth/error?error=Configuration");
        }
    }

    @Test
    void with_the_check_off_every_post_counts() {
        var foreign = post("https", "app.example", CALLBACK, "sec-fetch-site: cross-site|origin: https://evil.example");
        for (UnaryOperator<AuthConfig.Builder> off : java.util.List.<UnaryOperator<AuthConfig.Builder>>of(
                c -> c.danger().skipCsrfCheck(), c -> c.danger().allowCrossSitePosts())) {
            assertThat(answer(off, foreign).header("Location")).contains("https://app.example");
        }
        var tokenless = foreign.headers(foreign.headers().without("cookie"));
        assertThat(answer(c -> c.danger().allowCrossSitePosts(), tokenless).header("Location"))
                .contains("https://app.example/auth/signin?error=MissingCSRF");
    }

    private static String target(Request request) {
        return answer(c -> c, request).header("Location").orElseThrow();
    }

    private static Response answer(UnaryOperator<AuthConfig.Builder> change, Request request) {
        var config = AuthConfig.builder()
                .env(Env.none())
                .trustHost(true)
                .secret(SECRET)
                .http(call -> Response.of(500))
                .provider(CredentialsProvider.of((accepted, r) -> Optional.of(User.of("1", "Ada", null))))
                .provider(OAuthProvider.oidc("op", "Op", "https://op.example")
                        .clientId("app")
                        .clientSecret("s"));
        return Auth.of(change.apply(config).build()).handle(request);
    }

    private static Request post(String scheme, String host, String path, String sent) {
        var value = TOKEN + "%7C" + Hashes.sha256Hex(TOKEN + SECRET);
        var headers = Headers.of("host", host)
                .with("content-type", "application/x-www-form-urlencoded")
                .with("cookie", "__Host-authjs.csrf-token=" + value + "; authjs.csrf-token=" + value);
        for (var line : sent.split("\\|")) {
            if (!line.isEmpty()) headers = headers.with(line.split(": ?", 2)[0], line.split(": ?", 2)[1]);
        }
        var body = Form.encode(Map.of("csrfToken", TOKEN)).getBytes(StandardCharsets.UTF_8);
        return Request.of("POST", scheme, path, headers, body, "127.0.0.1");
    }
}
