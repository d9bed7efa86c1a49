package dev.cardea.examples.guides;

// sample
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Environment;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Person;
import org.junit.jupiter.api.Test;

class SignInTest {
    private static final String APP = "https://app.example";

    private final Inbox inbox = new Inbox();
    private final IdentityProvider provider = IdentityProvider.at("https://id.example")
            .client(Client.of("web", "web-secret").redirectUri(APP + "/auth/callback/acme"))
            .signsIn(Person.of("ada", "Ada", "ada@example.com").with("email_verified", true));
    private final Auth auth = Auth.of(AuthConfig.builder()
            .environment(Environment.TEST)
            .secret("test-secret-test-secret-test-secret")
            .url(APP)
            .adapter(new InMemoryAdapter())
            .http(provider)
            .provider(OAuthProvider.oidc("acme", "Acme", "https://id.example")
                    .clientId("web")
                    .clientSecret("web-secret"))
            .provider(EmailProvider.of("email", inbox).from("no-reply@app.example"))
            .build());
    private final Browser browser = Browser.of(Origins.of(APP, auth).and(provider));

    @Test
    void a_user_signs_in_with_a_provider() {
        browser.open(APP + "/auth/signin").press("Sign in with Acme");
        assertTrue(browser.open(APP + "/auth/session").text().contains("ada@example.com"));
    }

    @Test
    void a_user_signs_in_with_a_link() {
        browser.open(APP + "/auth/signin")
                .form("Sign in with Email")
                .fill("email", "bob@example.com")
                .submit();
        browser.open(inbox.last("bob@example.com").orElseThrow().url());
        assertTrue(browser.open(APP + "/auth/session").text().contains("bob@example.com"));
        assertEquals(1, inbox.mails().size());
    }
}
// end
