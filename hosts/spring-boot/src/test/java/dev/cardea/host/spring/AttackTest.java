package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.attacks.Attacks;
import dev.cardea.attacks.Group;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.token.Secrets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application under attack, with Spring Security and with its filter chain off. */
class AttackTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";

    private static final String SECURITY = "org.springframework.boot.security.autoconfigure.";

    @Test
    void no_attack_succeeds_with_Spring_Security() {
        attack(BootTest.Security.class);
    }

    @Test
    void no_attack_succeeds_without_Spring_Security() {
        attack(
                Boot.EmptyConfiguration.class,
                "spring.autoconfigure.exclude=" + SECURITY + "web.servlet.ServletWebSecurityAutoConfiguration,"
                        + SECURITY + "web.servlet.SecurityFilterAutoConfiguration,"
                        + SECURITY + "actuate.web.servlet.ManagementWebSecurityAutoConfiguration");
    }

    private static void attack(Class<?> configuration, String... settings) {
        var all = new String[settings.length + 1];
        all[0] = "cardea.protect=/account";
        System.arraycopy(settings, 0, all, 1, settings.length);
        var context = Boot.run(
                beans -> {
                    beans.registerBean(Auth.class, AttackTest::auth);
                    beans.registerBean(Account.class);
                },
                configuration,
                all);
        try (context) {
            var report = Attacks.against("http://127.0.0.1:" + Boot.port(context))
                    .secrets(Secrets.of(SECRET))
                    .protectedPath("/account")
                    .groups(Group.ANONYMOUS)
                    .run();
            assertThat(report.findings()).as(report.describe()).isEmpty();
            assertThat(report.notRun())
                    .filteredOn(it -> it.attack().group() == Group.ANONYMOUS)
                    .isEmpty();
        }
    }

    @RestController
    static class Account {
        @GetMapping("/account")
        String account() {
            return "the balance";
        }
    }

    private static Auth auth() {
        return Auth.of(AuthConfig.builder()
                .env(Env.none())
                .secret(SECRET)
                .session(SessionOptions.jwt())
                .bridge(true)
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {}

                    @Override
                    public void warn(String code) {}
                })
                .provider(CredentialsProvider.of((credentials, request) -> Optional.empty()))
                .build());
    }
}
