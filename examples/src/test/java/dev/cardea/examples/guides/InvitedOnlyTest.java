package dev.cardea.examples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Page;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The module of CONTRIBUTING, in an application. */
class InvitedOnlyTest {
    private static final String SITE = "https://app.example";

    private final Inbox inbox = new Inbox();
    private final Auth auth = Auth.of(AuthConfig.builder()
            .env(Env.none())
            .environment(Environment.TEST)
            .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
            .trustHost(true)
            .adapter(new InMemoryAdapter())
            .provider(EmailProvider.of("email", inbox).from("no-reply@app.example"))
            .extension(new InvitedOnly(Set.of("ABCD-2345"))));
    private final Browser browser = Browser.of(auth::handle);

    @Test
    void a_visitor_without_a_code_is_not_signed_up_and_one_with_a_code_is() {
        var refused = signIn();
        assertEquals(403, refused.status());
        assertTrue(refused.text().contains("Do you have a code?"));

        assertEquals(400, enter("wrong").status());
        enter("ABCD-2345");
        signIn();
        assertTrue(browser.open(SITE + "/auth/session").text().contains("ada@example.com"));
    }

    private Page enter(String code) {
        return browser.post(SITE + "/auth/invitation", Map.of("csrfToken", token(), "code", code));
    }

    private Page signIn() {
        browser.post(SITE + "/auth/signin/email", Map.of("csrfToken", token(), "email", "ada@example.com"));
        return browser.open(inbox.last("ada@example.com").orElseThrow().url());
    }

    private String token() {
        var page = browser.open(SITE + "/auth/invitation").text();
        var value = page.substring(page.indexOf("name=\"csrfToken\" value=\"") + 24);
        return value.substring(0, value.indexOf('"'));
    }
}
