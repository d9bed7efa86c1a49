package dev.cardea.server.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.provider.AssertionAudience;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.ProviderLogout;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderChecksTest {
    private static final String SECRET = "kq3v9TtY0d7sWm2xZb8nLc5rHf4gJp6a";
    /** 60 to 149: of a real answer, which may take some seconds. */
    private static final String ABOUT_90 = "([6-9]\\d|1[0-4]\\d)";

    private HttpServer issuer;
    private int status = 200;
    private String more = "";
    private String keys = "{\"keys\":[{\"kty\":\"RSA\"}]}";

    @BeforeEach
    void start() throws IOException {
        issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var metadata = "{\"issuer\":\"" + url() + "\",\"jwks_uri\":\"" + url() + "/keys\"";
        serve("/.well-known/openid-configuration", () -> 200, () -> metadata + more + "}");
        serve("/keys", () -> status, () -> keys);
        issuer.start();
    }

    @AfterEach
    void stop() {
        issuer.stop(0);
    }

    @Test
    void a_provider_with_discovery_keys_and_a_clock_is_in_order() {
        assertThat(lines(Clock.systemUTC(), acme()))
                .containsExactly(
                        "ok credentials the provider acme has its credentials",
                        "ok redirect the provider acme returns to https://app.example/auth/callback/acme; "
                                + "register this redirect URI there",
                        "ok issuer the issuer of the provider acme responds",
                        "ok clock the clock agrees with that of 127.0.0.1",
                        "ok keys the key set of the provider acme responds");
    }

    @Test
    void a_provider_that_gets_client_assertions_for_its_issuer_is_shown_with_the_setting() {
        var asserting = acme().client("token_endpoint_auth_method", "client_secret_jwt");
        assertThat(lines(Clock.systemUTC(), asserting))
                .contains("ok credentials the provider acme gets client assertions for its issuer; if it rejects "
                        + "them, set assertionAudience: token_endpoint");
        assertThat(lines(Clock.systemUTC(), asserting.assertionAudience(AssertionAudience.TOKEN_ENDPOINT)))
                .noneMatch(line -> line.contains("assertionAudience"));
    }

    @Test
    void a_provider_at_which_a_sign_out_continues_is_shown_with_the_URL_to_register() {
        var logout = ProviderLogout.OFF.rpInitiated(ProviderLogout.RpInitiated.ON_REQUEST);
        assertThat(lines(Clock.systemUTC(), acme().logout(logout)))
                .contains("ok redirect the provider acme returns from a logout to "
                        + "https://app.example/auth/logout; register this post-logout redirect URI there");
    }

    @Test
    void a_provider_that_ends_sessions_is_shown_with_the_URL_to_register() {
        var logout = ProviderLogout.OFF.backChannel(true);
        assertThat(lines(
                        Clock.systemUTC(),
                        acme().logout(logout),
                        config -> config.adapter(new InMemoryAdapter()).session(SessionOptions.revocable())))
                .contains(
                        "ok redirect the provider acme reports logouts to "
                                + "https://app.example/auth/backchannel-logout/acme; register this back-channel logout URI there");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ,"end_session_endpoint":"https://acme.example/out"|ok logout the provider acme has an end_session_endpoint
            |advice logout the provider acme has no end_session_endpoint, so a sign-out ends only the session of this site
            ,"end_session_endpoint":7|advice logout the provider acme has no end_session_endpoint
            """)
    void a_provider_at_which_a_sign_out_continues_has_the_endpoint_for_it(String metadata, String line) {
        more = metadata == null ? "" : metadata;
        var logout = ProviderLogout.OFF.rpInitiated(ProviderLogout.RpInitiated.ALWAYS);
        assertThat(lines(Clock.systemUTC(), acme().logout(logout))).anyMatch(it -> it.startsWith(line));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            |advice logout the provider acme doesn't say that it sends logout tokens|doesn't say that its logout frames
            ,"backchannel_logout_supported":true|advice logout the provider acme sends logout tokens without a session ID|doesn't say that its logout frames
            ,"backchannel_logout_supported":"true"|advice logout the provider acme doesn't say|doesn't say that its logout frames
            ,"backchannel_logout_supported":true,"backchannel_logout_session_supported":true|ok logout the provider acme sends logout tokens|doesn't say that its logout frames
            ,"frontchannel_logout_supported":true|advice logout|and without one they end nothing
            ,"frontchannel_logout_supported":true,"frontchannel_logout_session_supported":true|advice logout|sends a session ID with its
            """)
    void a_provider_that_ends_sessions_says_which(String metadata, String backChannel, String frontChannel) {
        more = metadata == null ? "" : metadata;
        assertThat(lines(
                        Clock.systemUTC(),
                        acme().logout(ProviderLogout.OFF.backChannel(true).frontChannel(true)),
                        config -> config.adapter(new InMemoryAdapter()).session(SessionOptions.revocable())))
                .anyMatch(it -> it.startsWith(backChannel))
                .anyMatch(it -> it.contains(frontChannel));
    }

    @Test
    void a_provider_at_which_a_sign_in_may_begin_is_shown_with_the_URL_to_register() {
        assertThat(lines(Clock.systemUTC(), acme().logout(ProviderLogout.OFF.initiateLogin(true))))
                .contains("ok redirect the provider acme begins sign-ins at "
                        + "https://app.example/auth/initiate; register this initiate login URI there");
    }

    @Test
    void a_key_set_that_cannot_be_used_is_broken() {
        keys = "{\"keys\":[]}";
        assertThat(lines(Clock.systemUTC(), acme()))
                .anyMatch(it -> it.startsWith("broken keys the key set of the provider acme has no keys; "));
        keys = "<html>";
        assertThat(lines(Clock.systemUTC(), acme()))
                .anyMatch(it -> it.startsWith("broken keys the key set of the provider acme isn't responding: "));
        status = 503;
        assertThat(lines(Clock.systemUTC(), acme()))
                .anyMatch(it -> it.startsWith("broken keys the key set of the provider acme returns 503; "));
    }

    @Test
    void a_clock_that_differs_by_more_than_tokens_tolerate_is_broken() {
        assertThat(lines(Clock.offset(Clock.systemUTC(), Duration.ofSeconds(90)), acme()))
                .anyMatch(it ->
                        it.matches("broken clock the clock is " + ABOUT_90 + " s ahead of that of 127.0.0.1, .*"));
        assertThat(lines(Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-90)), acme()))
                .anyMatch(
                        it -> it.matches("broken clock the clock is " + ABOUT_90 + " s behind that of 127.0.0.1, .*"));
        assertThat(lines(Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-20)), acme()))
                .noneMatch(it -> it.startsWith("broken"));
    }

    @Test
    void a_provider_behind_a_redirect_proxy_returns_to_the_proxy() {
        var proxied = acme().redirectProxyUrl("https://login.example/auth/");
        assertThat(lines(Clock.systemUTC(), proxied))
                .anyMatch(it -> it.contains("returns to https://login.example/auth/callback/acme; "));
    }

    private OAuthProvider acme() {
        return OAuthProvider.oidc("acme", "Acme").issuer(url()).clientId("web").clientSecret("s");
    }

    private List<String> lines(Clock clock, OAuthProvider provider) {
        return lines(clock, provider, config -> config);
    }

    private List<String> lines(Clock clock, OAuthProvider provider, UnaryOperator<AuthConfig.Builder> change) {
        var builder = AuthConfig.builder().env(Env.none()).secret(SECRET).url("https://app.example");
        var config = change.apply(builder.provider(provider)).build();
        var diagnosis = new Diagnosis(finding -> {});
        var checks = new ProviderChecks(config, clock, diagnosis);
        config.providers().forEach(each -> checks.examine(each, false));
        return diagnosis.findings().stream().map(CheckResult::line).toList();
    }

    private void serve(String path, IntSupplier code, Supplier<String> body) {
        issuer.createContext(path, exchange -> {
            byte[] bytes = body.get().getBytes(UTF_8);
            exchange.sendResponseHeaders(code.getAsInt(), bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private String url() {
        return "http://127.0.0.1:" + issuer.getAddress().getPort();
    }
}
