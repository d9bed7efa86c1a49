package dev.cardea.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.examples.quickstart.Quickstart;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import java.nio.charset.StandardCharsets;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** With what the module's test run has in its environment. */
class QuickstartTest {
    private final HttpHandler site =
            Quickstart.site(Quickstart.auth(empty(), "smtp://localhost", "hello@acme.example"));

    @Test
    void the_sign_in_page_offers_all_three_ways() {
        assertThat(get("/auth/signin")).contains("Sign in with Google", "Email me a link", "Sign in with Passkey");
    }

    @Test
    void a_page_asks_who_came() {
        assertThat(get("/")).isEqualTo("Who are you?");
    }

    private String get(String path) {
        return new String(
                site.handle(Request.get("http://localhost:3000" + path)).body(), StandardCharsets.UTF_8);
    }

    private static JdbcDataSource empty() {
        var h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:quickstart;DB_CLOSE_DELAY=-1");
        return h2;
    }
}
