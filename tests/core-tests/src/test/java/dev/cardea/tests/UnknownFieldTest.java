package dev.cardea.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.config.Environment;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.model.User;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Person;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** A field that a provider's profile has, and the table of users does not. */
class UnknownFieldTest {
    private static final String APP = "https://app.example";

    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final IdentityProvider provider = IdentityProvider.at("https://id.example")
            .client(Client.of("web", "web-secret").redirectUri(APP + "/auth/callback/acme"))
            .signsIn(Person.of("ada", "Ada", "ada@example.com").with("email_verified", true));
    private final JdbcAdapter store = store();
    private final Auth auth = Auth.of(AuthConfig.builder()
            .environment(Environment.TEST)
            .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
            .url(APP)
            .adapter(store)
            .http(provider)
            .logger(new AuthLogger() {
                @Override
                public void error(AuthException error) {
                    logged.add(String.valueOf(error));
                }

                @Override
                public void warn(String code) {
                    logged.add(code);
                }
            })
            .provider(OAuthProvider.oidc("acme", "Acme", "https://id.example")
                    .clientId("web")
                    .clientSecret("web-secret")
                    .profile((profile, tokens) -> User.of("ada", "Ada", "ada@example.com")
                            .with("department", "engines")
                            .with("nickname", null)))
            .build());

    @Test
    void it_does_not_end_the_sign_in_and_is_logged() {
        var browser = Browser.of(Origins.of(APP, auth).and(provider));
        browser.open(APP + "/auth/signin").press("Sign in with Acme");

        assertThat(browser.open(APP + "/auth/session").text()).contains("ada@example.com");
        assertThat(store.getUserByEmail("ada@example.com")).isPresent();
        assertThat(logged)
                .filteredOn(line -> line.startsWith("user-field"))
                .containsExactly("user-field-not-stored: department");
    }

    private static JdbcAdapter store() {
        var h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:unknown-field;DB_CLOSE_DELAY=-1");
        return JdbcAdapter.builder(h2).migrateOnStart(line -> {}).build();
    }
}
