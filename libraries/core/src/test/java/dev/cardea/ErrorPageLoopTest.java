package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Request;
import dev.cardea.provider.OAuthProvider;
import org.junit.jupiter.api.Test;

/** A failure that concerns the error page too, such as that of the redirect callback. */
class ErrorPageLoopTest {
    private static final String SITE = "https://app.example";

    private static Auth auth() {
        return Auth.of(AuthConfig.builder()
                .env(Env.none())
                .url(SITE)
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .provider(OAuthProvider.oidc("acme", "Acme", "https://id.example")
                        .clientId("id")
                        .clientSecret("secret"))
                .callbacks(Callbacks.DEFAULT.redirect(params -> {
                    throw new IllegalStateException("the application is down");
                })));
    }

    /** The callback is asked about the address that the browser remembers. */
    private static Request visited(String target) {
        return Request.get(SITE + target).header("Cookie", "__Secure-authjs.callback-url=" + SITE + "/account");
    }

    @Test
    void the_error_page_is_shown_and_does_not_lead_to_itself() {
        var auth = auth();
        var first = auth.handle(visited("/auth/signin"));
        var errorPage = first.header("location").orElseThrow();
        assertThat(errorPage).startsWith(SITE + "/auth/error?error=");
        var shown = auth.handle(visited(errorPage.substring(SITE.length())));
        assertThat(shown.header("location")).isEmpty();
        assertThat(shown.status()).isEqualTo(500);
        assertThat(shown.header("content-type").orElse("")).startsWith("text/html");
        assertThat(shown.text()).contains("Sign-in isn't working").doesNotContain("the application is down");
        assertThat(shown.header("cache-control").orElse("")).contains("no-store");
    }
}
