package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Limits what an attacker's links can add to a visitor's cookies: servers reject requests whose head is too large. */
class CookieBudgetTest {
    /** With a session of one cookie this stays below the 8 KB that common servers take as a head. */
    private static final int MAX_BYTES = 3 * 1024;

    private static final List<String> ROUTES = List.of(
            "/signin",
            "/signin/acme",
            "/signin/email",
            "/signin/login",
            "/signout",
            "/session",
            "/csrf",
            "/providers",
            "/error",
            "/verify-request",
            "/callback/acme",
            "/callback/email",
            "/callback/login");
    private static final List<String> PARAMETERS =
            List.of("callbackUrl", "error", "email", "token", "state", "code", "redirect", "provider");

    private final Auth auth = Auth.of(AuthConfig.builder()
            .env(Env.none())
            .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
            .url("https://app.example")
            .session(SessionOptions.jwt())
            .adapter(new InMemoryAdapter())
            .http(request -> Response.of(500))
            .provider(
                    OAuthProvider.oauth("acme", "Acme")
                            .authorization("https://id.example/authorize")
                            .token("https://id.example/token")
                            .userinfo("https://id.example/userinfo")
                            .clientId("client")
                            .clientSecret("secret"),
                    EmailProvider.of("email", mail -> {}),
                    CredentialsProvider.of((credentials, request) -> Optional.empty())
                            .id("login"))
            .rateLimits(RateLimits.OFF)
            .logger(new AuthLogger() {
                @Override
                public void error(AuthException error) {}
            })
            .build());

    @Test
    @Tag("slow")
    void no_link_fills_the_jar_so_far_that_later_requests_are_refused() {
        var jar = new LinkedHashMap<String, Integer>();
        for (var route : ROUTES) {
            for (var parameter : PARAMETERS) {
                for (int length : new int[] {100, 1000, 2047, 2048, 2049, 3900, 8000}) {
                    for (var filling : List.of("a", "%", "/", "%26", "%C3%A9", "%F0%9F%98%80")) {
                        var value = ("/" + filling.repeat(length)).substring(0, length);
                        follow(route + "?" + parameter + "=" + value, jar);
                        var address = "https://app.example" + value;
                        follow(route + "?" + parameter + "=" + address, jar);
                        assertThat(jar.values().stream()
                                        .mapToInt(Integer::intValue)
                                        .sum())
                                .as("%s %s %s %s", route, parameter, length, jar)
                                .isLessThanOrEqualTo(MAX_BYTES);
                    }
                }
            }
        }
        assertThat(jar).containsKeys("__Secure-authjs.callback-url", "__Host-authjs.csrf-token");
    }

    @Test
    void an_address_as_long_as_visitors_meet_them_is_remembered() {
        var jar = new LinkedHashMap<String, Integer>();
        follow("/signin?callbackUrl=/" + "a".repeat(1900), jar);
        assertThat(jar.get("__Secure-authjs.callback-url")).isGreaterThan(1900);
        var answer = auth.handle(Request.get("https://app.example/auth/signin?callbackUrl=/" + "a".repeat(2100)));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().all("set-cookie"))
                .anyMatch(line -> line.startsWith(
                        "__Secure-authjs.callback-url=" + Form.encodeComponent("https://app.example") + ";"));
    }

    private void follow(String target, Map<String, Integer> jar) {
        var answer = auth.handle(Request.get("https://app.example/auth" + target));
        for (var line : answer.headers().all("set-cookie")) {
            var pair = line.split(";", 2)[0];
            var name = pair.split("=", 2)[0];
            // Browsers ignore cookies above 4,096 bytes (RFC 6265bis section 5.7).
            assertThat(pair.length()).as(target).isLessThanOrEqualTo(4096);
            jar.put(name, pair.length() + 2);
        }
    }
}
