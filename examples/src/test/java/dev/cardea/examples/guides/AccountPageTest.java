package dev.cardea.examples.guides;

// sample
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.User;
import dev.cardea.testing.SignedIn;
import org.junit.jupiter.api.Test;

class AccountPageTest {
    private static final String SECRET = "test-secret-test-secret-test-secret";
    private static final Request ACCOUNT = Request.get("http://localhost/account");

    private final Auth auth = Auth.of(AuthConfig.builder()
            .environment(Environment.TEST)
            .secret(SECRET)
            .session(SessionOptions.jwt())
            .build());
    private final HttpHandler page = auth.protect(request -> {
        var user = auth.session(request).orElseThrow().user();
        return Response.of(200, "text/plain", "Hello " + user.displayName());
    });

    @Test
    void a_signed_in_user_sees_the_page() {
        var ada = SignedIn.as(User.of("1", "Ada", "ada@example.com"), SECRET);
        assertEquals("Hello Ada", page.handle(ada.on(ACCOUNT)).text());
    }

    @Test
    void a_visitor_is_sent_to_sign_in() {
        var response = page.handle(ACCOUNT.header("Accept", "text/html"));
        assertEquals(302, response.status());
        assertEquals(401, page.handle(ACCOUNT).status());
    }
}
// end
