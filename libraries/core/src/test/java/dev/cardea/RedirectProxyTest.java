package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Json;
import dev.cardea.provider.OAuthProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two deployments with one secret: a preview, and the proxy whose address is registered with the provider. */
class RedirectProxyTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String PROXY = "https://login.example/auth";

    private final StillClock clock = new StillClock(Instant.ofEpochSecond(1_767_225_600));
    private final List<String> calls = new ArrayList<>();

    @Test
    void an_answer_is_passed_on_to_an_origin_that_the_proxy_was_given() {
        var state = begin("preview-7.team.example", "acme");
        var exact = proxy("https://preview-7.team.example");
        var starred = proxy("https://other.example", "https://preview-*.team.example");
        for (var proxy : List.of(exact, starred)) {
            assertThat(location(answer(proxy, "acme", "code=C&state=" + state)))
                    .isEqualTo("https://preview-7.team.example/auth/callback/acme?code=C&state=" + state);
        }
    }

    /** The attacker begins at a preview that trusts any host, and sends the victim to the provider with that state. */
    @Test
    void a_code_never_goes_to_an_origin_that_the_proxy_was_not_given() {
        var state = begin("evil.example", "acme");
        for (var proxy : List.of(proxy(), proxy("https://preview-7.team.example", "https://*.team.example"))) {
            var refused = answer(proxy, "acme", "code=VICTIMS&state=" + state);
            assertThat(location(refused)).isEqualTo(PROXY + "/error?error=Configuration");
            assertThat(refused.headers().toString() + refused.text()).doesNotContain("VICTIMS");
            assertThat(calls).isEmpty();
        }
    }

    @Test
    void a_host_that_only_looks_like_a_given_one_gets_nothing() {
        var proxy = proxy("https://preview.example");
        for (var host : List.of("preview.example.evil.example", "preview.example:8443", "xpreview.example")) {
            var refused = answer(proxy, "acme", "code=C&state=" + begin(host, "acme"));
            assertThat(location(refused)).as(host).startsWith(PROXY + "/error");
        }
    }

    @Test
    void the_state_of_another_provider_is_not_passed_on() {
        var proxy = proxy("https://preview.example");
        var state = begin("preview.example", "other");
        assertThat(location(answer(proxy, "acme", "code=C&state=" + state))).startsWith(PROXY + "/error");
    }

    @Test
    void a_state_of_another_secret_or_none_or_a_changed_one_is_not_passed_on() {
        var proxy = proxy("https://preview.example");
        var state = begin("preview.example", "acme");
        var others = List.of("", "x", state.substring(1), state + "A", state.replace('.', '_'));
        for (var other : others) {
            assertThat(location(answer(proxy, "acme", "code=C&state=" + other))).startsWith(PROXY + "/error");
        }
        var stranger = "c41d7e0a93b65f288e1fd07a24b9c635";
        var foreign = begin(Auth.of(preview(stranger).build()), "preview.example", "acme");
        assertThat(location(answer(proxy, "acme", "code=C&state=" + foreign))).startsWith(PROXY + "/error");
        assertThat(calls).isEmpty();
    }

    @Test
    void a_state_is_passed_on_for_fifteen_minutes() {
        var proxy = proxy("https://preview.example");
        var state = begin("preview.example", "acme");
        clock.advance(Duration.ofMinutes(14));
        assertThat(location(answer(proxy, "acme", "code=C&state=" + state))).startsWith("https://preview.example/");
        clock.advance(Duration.ofMinutes(2));
        assertThat(location(answer(proxy, "acme", "code=C&state=" + state))).startsWith(PROXY + "/error");
    }

    @Test
    void only_the_proxy_passes_on_and_only_at_its_own_origin() {
        var state = begin("preview.example", "acme");
        var preview = Auth.of(preview(SECRET)
                .redirectProxyOrigins("https://preview.example", "https://third.example")
                .build());
        var answer = preview.handle(Request.get("https://third.example/auth/callback/acme?code=C&state=" + state));
        assertThat(location(answer)).startsWith("https://third.example/auth/error");
    }

    @Test
    void a_sign_in_that_began_at_the_proxy_itself_ends_there() {
        var proxy = proxy("https://login.example");
        var answer = location(answer(proxy, "acme", "code=C&state=" + begin("login.example", "acme")));
        assertThat(answer).doesNotContain("code=C");
    }

    @Test
    void the_address_of_the_proxy_may_end_with_a_slash() {
        var preview = Auth.of(preview(SECRET).redirectProxyUrl(PROXY + "/").build());
        assertThat(begin(preview, "preview.example", "acme")).isNotEmpty();
    }

    @Test
    void the_environment_may_name_the_origins() {
        var env = Env.of(Map.of(
                "AUTH_SECRET",
                SECRET,
                "AUTH_URL",
                PROXY,
                "AUTH_REDIRECT_PROXY_URL",
                PROXY,
                "AUTH_REDIRECT_PROXY_ORIGINS",
                "https://a.example, https://preview.example"));
        var proxy = Auth.of(config().env(env).build());
        var state = begin("preview.example", "acme");
        assertThat(location(answer(proxy, "acme", "code=C&state=" + state))).startsWith("https://preview.example/");
    }

    private Auth proxy(String... origins) {
        return Auth.of(preview(SECRET).url(PROXY).redirectProxyOrigins(origins).build());
    }

    /** Not in production, where a site that trusts any host may not have a redirect proxy. */
    private AuthConfig.Builder preview(String secret) {
        return config().env(Env.none())
                .environment(Environment.TEST)
                .secret(secret)
                .trustHost(true)
                .redirectProxyUrl(PROXY);
    }

    private AuthConfig.Builder config() {
        return AuthConfig.builder()
                .clock(clock)
                .provider(provider("acme"), provider("other"))
                .http(request -> {
                    calls.add(request.toString());
                    return Response.of(500);
                });
    }

    private static OAuthProvider provider(String id) {
        return OAuthProvider.oauth(id, id)
                .authorization("https://id.example/authorize")
                .token("https://id.example/token")
                .userinfo("https://id.example/userinfo")
                .clientId("client")
                .clientSecret("secret");
    }

    private String begin(String host, String provider) {
        return begin(Auth.of(preview(SECRET).build()), host, provider);
    }

    /** As a browser does: with the token of the site, and with whatever host it says. */
    private static String begin(Auth preview, String host, String provider) {
        var headers = Headers.of("host", host).with("x-forwarded-proto", "https");
        var csrf = preview.handle(Request.get("http://localhost/auth/csrf").headers(headers));
        var cookie = csrf.header("set-cookie").orElseThrow().split(";", 2)[0];
        var token = Json.parseObject(csrf.text(), 10).text("csrfToken");
        var begun = preview.handle(Request.post(
                        "http://localhost/auth/signin/" + provider,
                        "application/x-www-form-urlencoded",
                        "csrfToken=" + token)
                .headers(headers.with("content-type", "application/x-www-form-urlencoded")
                        .with("cookie", cookie)));
        assertThat(location(begun))
                .contains("redirect_uri=https%3A%2F%2Flogin.example%2Fauth%2Fcallback%2F" + provider);
        return WebUrl.parse(location(begun))
                .map(url -> Form.decode(String.valueOf(url.query())).get("state"))
                .orElseThrow();
    }

    private static Response answer(Auth proxy, String provider, String query) {
        return proxy.handle(Request.get(PROXY + "/callback/" + provider + "?" + query));
    }

    private static String location(Response answer) {
        return answer.header("location").orElse("");
    }
}
