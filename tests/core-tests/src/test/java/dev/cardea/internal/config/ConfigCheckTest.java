package dev.cardea.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.JwtOptions;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Inbox;
import dev.cardea.webauthn.Passkey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each rule of a configuration: the setting that breaks it is named, and its neighbour is accepted. */
class ConfigCheckTest {
    private record Rule(
            String setting, UnaryOperator<AuthConfig.Builder> wrong, UnaryOperator<AuthConfig.Builder> right) {}

    private static Rule rule(
            String setting, UnaryOperator<AuthConfig.Builder> wrong, UnaryOperator<AuthConfig.Builder> right) {
        return new Rule(setting, wrong, right);
    }

    private static Stream<Rule> rules() {
        return Stream.of(
                rule("secret", c -> c.secret(List.of()), c -> c),
                rule("secret", c -> c.secret("", "older-secret-older-secret-older-secret-1"), c -> c),
                rule("secret", c -> c.secret("short"), c -> c.secret("short").environment(Environment.DEVELOPMENT)),
                rule("trustHost", c -> anyHost().trustHost(false), c -> c.trustHost(false)),
                rule(
                        "experimental.enableWebAuthn",
                        c -> c.adapter(new InMemoryAdapter())
                                .provider(Passkey.provider())
                                .enableWebAuthn(false),
                        c -> c.adapter(new InMemoryAdapter()).provider(Passkey.provider())),
                rule("url", c -> c.url("app.example"), c -> c.url("https://app.example")),
                rule("basePath", c -> c.basePath("auth"), c -> c.basePath("/auth")),
                rule("basePath", c -> c.basePath("/a/../b"), c -> c.basePath("/a/b")),
                rule("basePath", c -> c.basePath("/auth?x"), c -> c.basePath("")),
                rule("allowedHosts", c -> c.allowedHosts("a.example/x"), c -> c.allowedHosts("a.example:8443")),
                rule("trustedProxies", c -> c.trustedProxies("10.0.0.0/99"), c -> c.trustedProxies("10.0.0.0/8")),
                rule(
                        "redirectProxyUrl",
                        c -> c.url("https://app.example").redirectProxyUrl("/auth"),
                        c -> c.url("https://app.example").redirectProxyUrl("https://auth.example/auth")),
                rule(
                        "pages.signIn",
                        c -> pages(c, PagesOptions.NONE.signIn("login")),
                        c -> pages(c, PagesOptions.NONE.signIn("/login"))),
                rule(
                        "pages.signIn",
                        c -> pages(c, PagesOptions.NONE.signIn("//evil.example")),
                        c -> pages(c, PagesOptions.NONE.signIn("https://login.example/"))),
                rule(
                        "pages.signOut",
                        c -> pages(c, PagesOptions.NONE.signOut("bye")),
                        c -> pages(c, PagesOptions.NONE.signOut("/bye"))),
                rule(
                        "pages.error",
                        c -> pages(c, PagesOptions.NONE.error("oops")),
                        c -> pages(c, PagesOptions.NONE.error("/oops"))),
                rule(
                        "pages.verifyRequest",
                        c -> pages(c, PagesOptions.NONE.verifyRequest("mail")),
                        c -> pages(c, PagesOptions.NONE.verifyRequest("/mail"))),
                rule(
                        "pages.newUser",
                        c -> pages(c, PagesOptions.NONE.newUser("hi")),
                        c -> pages(c, PagesOptions.NONE.newUser("/hi"))),
                rule(
                        "session.maxAge",
                        c -> c.session(SessionOptions.jwt().maxAge(Duration.ZERO)),
                        c -> c.session(SessionOptions.jwt().maxAge(Duration.ofSeconds(1)))),
                rule(
                        "session.updateAge",
                        c -> c.session(SessionOptions.jwt().updateAge(Duration.ofSeconds(-1))),
                        c -> c.session(SessionOptions.jwt().updateAge(Duration.ZERO))),
                rule(
                        "jwt.maxAge",
                        c -> c.jwt(JwtOptions.DEFAULT.maxAge(Duration.ZERO)),
                        c -> c.jwt(JwtOptions.DEFAULT.maxAge(Duration.ofSeconds(1)))),
                rule(
                        "strictTransportSecurity",
                        c -> c.strictTransportSecurity(Duration.ofSeconds(-1)),
                        c -> c.strictTransportSecurity(Duration.ZERO)),
                rule(
                        "providers.a b",
                        c -> c.provider(oidc("a b", "https://a.example")),
                        c -> c.provider(oidc("a.b", "https://a.example"))),
                rule(
                        "providers.x",
                        c -> c.provider(oidc("x", "https://a.example"), oidc("x", "https://b.example")),
                        c -> c.provider(oidc("x", "https://a.example"), oidc("y", "https://b.example"))),
                rule(
                        "providers.X",
                        c -> c.provider(oidc("x", "https://a.example"), oidc("X", "https://b.example")),
                        c -> c.provider(oidc("X", "https://a.example"))),
                rule(
                        "providers.x.issuer",
                        c -> c.provider(OAuthProvider.oauth("x", "X")),
                        c -> c.provider(oidc("x", "https://x.example"))),
                rule(
                        "providers.x.issuer",
                        c -> c.provider(oidc("x", "http://x.example")),
                        c -> c.provider(oidc("x", "http://localhost:8080"))),
                rule(
                        "providers.x.issuer",
                        c -> c.provider(oidc("x", "http://x.example")),
                        c -> c.danger().allowHttpIssuers().provider(oidc("x", "http://x.example"))),
                rule(
                        "providers.x.issuer",
                        c -> c.provider(oidc("x", "x.example")),
                        c -> c.provider(oidc("x", "https://x.example"))),
                rule(
                        "providers.email",
                        c -> c.provider(email()),
                        c -> c.adapter(new InMemoryAdapter()).provider(email())),
                rule(
                        "providers.email.maxAge",
                        c -> c.adapter(new InMemoryAdapter()).provider(email().maxAge(Duration.ofSeconds(-1))),
                        c -> c.adapter(new InMemoryAdapter()).provider(email().maxAge(Duration.ZERO))),
                rule(
                        "providers.email.maxAge",
                        c -> codes(c, p -> p.maxAge(Duration.ofSeconds(901))),
                        c -> codes(c, p -> p.maxAge(Duration.ofMinutes(15)))),
                rule(
                        "providers.email.codes",
                        c -> codes(c, p -> p.generateVerificationToken(() -> "123456")),
                        c -> codes(c, p -> p.generateVerificationToken(() -> "123456", () -> false))),
                rule(
                        "providers.email.confirmLinks",
                        c -> codes(c, p -> p.confirmLinks(true)),
                        c -> codes(c, p -> p.confirmLinks(false))),
                rule(
                        "session.strategy",
                        c -> c.session(SessionOptions.database()),
                        c -> c.adapter(new InMemoryAdapter()).session(SessionOptions.database())),
                rule(
                        "providers.credentials",
                        c -> rows(c).provider(credentials()),
                        c -> rows(c).provider(credentials().databaseSessions(true))),
                rule(
                        "adapter",
                        c -> c.adapter(new Adapter() {}).session(SessionOptions.database()),
                        c -> c.adapter(new Adapter() {}).session(SessionOptions.jwt())));
    }

    @TestFactory
    Stream<DynamicTest> a_setting_that_breaks_a_rule_is_named_and_its_neighbour_is_accepted() {
        return rules().map(rule -> DynamicTest.dynamicTest(rule.setting(), () -> {
            assertThatThrownBy(() -> rule.wrong().apply(config()).build())
                    .isInstanceOfSatisfying(
                            ConfigurationException.class,
                            e -> assertThat(e.findings())
                                    .extracting(Finding::setting)
                                    .contains(rule.setting()));
            assertThat(rule.right().apply(config()).build()).isNotNull();
        }));
    }

    @Test
    void all_findings_are_reported_at_once() {
        assertThatThrownBy(() -> config().secret("")
                        .basePath("auth")
                        .session(SessionOptions.database())
                        .build())
                .isInstanceOfSatisfying(ConfigurationException.class, e -> {
                    assertThat(e.findings())
                            .extracting(Finding::setting)
                            .containsExactly("secret", "basePath", "session.strategy");
                    assertThat(e.findings())
                            .extracting(Finding::type)
                            .containsExactly(
                                    ErrorType.MISSING_SECRET,
                                    ErrorType.INVALID_CONFIGURATION,
                                    ErrorType.MISSING_ADAPTER);
                });
    }

    @Test
    void a_setting_that_may_be_meant_causes_one_warning() {
        assertThat(warnings(c -> c.debug(true))).containsExactly("debug-enabled");
        assertThat(warnings(c -> c.secret("short").environment(Environment.DEVELOPMENT)))
                .contains("weak-secret");
        assertThat(warnings(c -> c.useSecureCookies(false).url("https://app.example")))
                .contains("insecure-cookies");
        assertThat(warnings(c -> c.useSecureCookies(false).url("http://app.example")))
                .doesNotContain("insecure-cookies");
        assertThat(warnings(c -> c.provider(plainOAuth("a"), plainOAuth("b"))).stream()
                        .filter("oauth-without-state"::equals))
                .hasSize(1);
        assertThat(warnings(c -> c)).isEmpty();
    }

    private static List<String> warnings(UnaryOperator<AuthConfig.Builder> change) {
        List<String> codes = new ArrayList<>();
        change.apply(config())
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {}

                    @Override
                    public void warn(String code) {
                        codes.add(code);
                    }
                })
                .build();
        return codes;
    }

    private static OAuthProvider oidc(String id, String issuer) {
        return OAuthProvider.oidc(id, "X", issuer).clientId("app");
    }

    private static OAuthProvider plainOAuth(String id) {
        return OAuthProvider.oauth(id, "X")
                .authorization("https://x.example/authorize")
                .token("https://x.example/token")
                .userinfo("https://x.example/user")
                .clientId("app");
    }

    private static EmailProvider email() {
        return EmailProvider.of("email", new Inbox()).from("no-reply@app.example");
    }

    private static AuthConfig.Builder codes(AuthConfig.Builder config, UnaryOperator<EmailProvider> change) {
        return config.adapter(new InMemoryAdapter()).provider(change.apply(email().codes(true)));
    }

    private static CredentialsProvider credentials() {
        return CredentialsProvider.of((entered, request) -> Optional.empty());
    }

    private static AuthConfig.Builder rows(AuthConfig.Builder config) {
        return config.adapter(new InMemoryAdapter()).session(SessionOptions.database());
    }

    private static AuthConfig.Builder pages(AuthConfig.Builder config, PagesOptions pages) {
        return config.pages(pages);
    }

    private static AuthConfig.Builder config() {
        return anyHost().url("https://app.example");
    }

    private static AuthConfig.Builder anyHost() {
        return AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests");
    }
}
