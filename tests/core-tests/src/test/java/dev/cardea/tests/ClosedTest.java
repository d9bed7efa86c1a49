package dev.cardea.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AdapterException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Inbox;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** With a broken configuration, or while the store is down, no visitor can sign in. */
class ClosedTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";

    private record Misconfiguration(ErrorType type, String named, UnaryOperator<AuthConfig.Builder> change) {}

    private static Map<String, Misconfiguration> broken() {
        var all = new LinkedHashMap<String, Misconfiguration>();
        all.put(
                "no secret",
                new Misconfiguration(ErrorType.MISSING_SECRET, "AUTH_SECRET", c -> c.secret(java.util.List.of())));
        all.put("an empty secret", new Misconfiguration(ErrorType.MISSING_SECRET, "AUTH_SECRET", c -> c.secret("")));
        all.put(
                "a short secret",
                new Misconfiguration(ErrorType.INVALID_CONFIGURATION, "32 bytes", c -> c.secret("short")));
        all.put(
                "no endpoints",
                new Misconfiguration(
                        ErrorType.INVALID_ENDPOINTS, "AUTH_X_ISSUER", c -> c.provider(OAuthProvider.oauth("x", "X"))));
        all.put(
                "plain http",
                new Misconfiguration(
                        ErrorType.INVALID_ENDPOINTS,
                        "allowHttpIssuers",
                        c -> c.provider(OAuthProvider.oidc("x", "X", "http://op.example"))));
        all.put(
                "e-mail without a store",
                new Misconfiguration(
                        ErrorType.MISSING_ADAPTER,
                        "set adapter",
                        c -> c.provider(EmailProvider.of("email", new Inbox()))));
        all.put(
                "database sessions without a store",
                new Misconfiguration(
                        ErrorType.MISSING_ADAPTER, "set adapter", c -> c.session(SessionOptions.database())));
        all.put(
                "a store that cannot",
                new Misconfiguration(
                        ErrorType.MISSING_ADAPTER_METHODS, "SessionAdapter", c -> c.adapter(new Adapter() {})));
        all.put(
                "credentials with database sessions",
                new Misconfiguration(
                        ErrorType.UNSUPPORTED_STRATEGY,
                        "databaseSessions",
                        c -> c.adapter(new InMemoryAdapter())
                                .provider(CredentialsProvider.of((x, y) -> Optional.empty()))));
        all.put(
                "two of one id",
                new Misconfiguration(
                        ErrorType.INVALID_CONFIGURATION,
                        "two providers",
                        c -> c.provider(
                                OAuthProvider.oidc("x", "X", "https://a.example"),
                                OAuthProvider.oidc("x", "X", "https://b.example"))));
        all.put(
                "an id for no URL",
                new Misconfiguration(
                        ErrorType.INVALID_CONFIGURATION,
                        "a b",
                        c -> c.provider(OAuthProvider.oidc("a b", "X", "https://a.example"))));
        all.put("no trust", new Misconfiguration(ErrorType.UNTRUSTED_HOST, "trustHost", c -> c.trustHost(false)));
        return all;
    }

    @TestFactory
    Stream<DynamicTest> a_broken_configuration_is_refused_by_name_and_lets_nobody_in() {
        return broken().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    var broken = entry.getValue();
                    var builder = AuthConfig.builder()
                            .env(Env.none())
                            .environment(Environment.PRODUCTION)
                            .secret(SECRET);
                    assertThatThrownBy(() -> broken.change.apply(builder).build())
                            .isInstanceOfSatisfying(
                                    ConfigurationException.class,
                                    e -> assertThat(e.type()).isEqualTo(broken.type))
                            .hasMessageContaining(broken.named);
                    assertClosed(Auth.of(request -> broken.change
                            .apply(AuthConfig.builder()
                                    .env(Env.none())
                                    .environment(Environment.PRODUCTION)
                                    .secret(SECRET))
                            .build()));
                }));
    }

    @Test
    void a_configuration_function_that_throws_signs_no_user_in() {
        assertClosed(Auth.of(request -> {
            throw new IllegalStateException("the tenant is gone");
        }));
    }

    private static void assertClosed(Auth auth) {
        var request = Request.get("http://localhost:3000/auth/session").header("cookie", "authjs.session-token=x");
        assertThat(auth.handle(request).status()).isEqualTo(500);
        assertThat(auth.handle(request).text()).contains("\"message\"").doesNotContain("tenant");
        assertThatThrownBy(() -> auth.session(request)).isInstanceOf(ConfigurationException.class);
        var inside = auth.wrap((r, session) -> Response.of(200, "text/plain", "inside"));
        assertThatThrownBy(() -> inside.handle(request)).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void without_a_word_about_hosts_only_this_machine_is_served() {
        var auth = Auth.of(AuthConfig.builder().env(Env.none()).secret(SECRET).build());
        assertThat(auth.handle(Request.get("http://localhost:3000/auth/session"))
                        .status())
                .isEqualTo(200);
        assertThat(auth.handle(Request.get("http://127.0.0.1/auth/session")).status())
                .isEqualTo(200);
        assertThat(auth.handle(Request.get("https://app.example/auth/session")).status())
                .isEqualTo(500);
        assertThat(auth.handle(Request.get("http://localhost/auth/session").header("x-forwarded-host", "evil.example"))
                        .header("Set-Cookie"))
                .hasValueSatisfying(c -> assertThat(c).doesNotContain("evil"));
    }

    @Test
    void with_a_fixed_address_no_header_is_trusted() {
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .secret(SECRET)
                .url("https://app.example")
                .build());
        var answer = auth.handle(Request.get("http://evil.example/auth/signin/")
                .header("x-forwarded-host", "evil.example")
                .header("x-forwarded-proto", "http"));
        assertThat(answer.text()).contains("app.example").doesNotContain("evil");
        assertThat(answer.headers().all("Set-Cookie")).allMatch(c -> c.contains("Secure"));
    }

    @Test
    void a_store_that_is_down_signs_no_user_in_or_out() {
        var down = (Adapter) Proxy.newProxyInstance(
                ClosedTest.class.getClassLoader(),
                new Class<?>[] {UserAdapter.class, SessionAdapter.class},
                (proxy, method, args) -> {
                    throw new IllegalStateException("the database is away");
                });
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .secret(SECRET)
                .adapter(down)
                .provider(OAuthProvider.oidc("x", "X", "https://x.example")
                        .clientId("app")
                        .clientSecret("s"))
                .build());
        var request = Request.get("http://localhost/auth/session").header("cookie", "authjs.session-token=x");
        var answer = auth.handle(request);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("null");
        assertThat(answer.headers().all("Set-Cookie")).noneMatch(c -> c.startsWith("authjs.session-token"));
        assertThatThrownBy(() -> auth.session(request)).isInstanceOf(AdapterException.class);
    }

    @Test
    void credentials_with_database_sessions_need_a_stored_user() {
        var store = new InMemoryAdapter();
        var known = store.createUser(dev.cardea.model.User.of("1", "Ada", "ada@example.com"));
        for (var id : new String[] {known.id(), "stranger"}) {
            var auth = Auth.of(AuthConfig.builder()
                    .env(Env.none())
                    .secret(SECRET)
                    .adapter(store)
                    .provider(CredentialsProvider.of((c, r) -> Optional.of(known.with("id", id)))
                            .databaseSessions(true))
                    .build());
            var request = Request.get("http://localhost/login");
            if (id.equals("stranger")) {
                assertThatThrownBy(() -> auth.signIn(request, dev.cardea.action.SignIn.with("credentials")))
                        .hasMessageContaining("stored user");
                continue;
            }
            var in = auth.signIn(request, dev.cardea.action.SignIn.with("credentials"));
            var cookie = in.cookies().stream()
                    .filter(c -> c.name().equals("authjs.session-token"))
                    .findFirst()
                    .orElseThrow();
            assertThat(store.getSessionAndUser(cookie.value())).isPresent();
        }
    }
}
