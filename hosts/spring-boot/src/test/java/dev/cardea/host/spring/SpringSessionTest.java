package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Import;
import org.springframework.session.jdbc.config.annotation.web.http.EnableJdbcHttpSession;

/** HttpSessions in a database: their content is deserialized. */
@Tag("boot4")
class SpringSessionTest {
    @EnableJdbcHttpSession
    @Import(HttpSessionTest.App.class)
    static class App {}

    @Test
    void a_deserialized_context_has_no_user_and_causes_no_error() {
        try (var context = Boot.run(
                beans -> {},
                App.class,
                "spring.datasource.url=jdbc:h2:mem:sessions",
                "spring.sql.init.mode=always",
                "spring.sql.init.schema-locations=classpath:org/springframework/session/jdbc/schema-h2.sql")) {
            var site = "http://127.0.0.1:" + Boot.port(context);
            var browser = Browser.of(Network.INSTANCE);
            browser.open(site + "/auth/signin")
                    .form("Sign in with Credentials")
                    .fill("name", "ada")
                    .submit();
            assertThat(browser.open(site + "/required/keep").text()).isEqualTo("kept");
            assertThat(browser.cookie(site, "SESSION")).isPresent();

            assertThat(browser.open(site + "/required/who").text()).isEqualTo("ada true");
            assertThat(browser.open(site + "/one/who").text()).isEqualTo("ada true");

            browser.open(site + "/auth/signout").form().submit();
            assertThat(browser.cookie(site, "SESSION")).isPresent();
            for (var chain : List.of("/required", "/always", "/one", "/others")) {
                assertThat(browser.open(site + chain + "/who").status())
                        .as(chain)
                        .isEqualTo(401);
                assertThat(browser.open(site + chain + "/open/thread").text())
                        .as(chain)
                        .isEqualTo("anonymous");
            }
        }
    }

    @Test
    void a_deserialized_authentication_has_lost_its_user() throws Exception {
        var ada = Session.of(User.of("7", "Ada", null), Instant.parse("2030-01-01T00:00:00Z"));
        var back = copy(new SessionAuthentication(ada, List.of("EDITOR")));
        assertThat(back.isAuthenticated()).isFalse();
        assertThat(back.getName()).isEmpty();
        assertThat(back.getPrincipal().user().id()).isNull();
        assertThat(back.toString()).doesNotContain("Ada");
    }

    private static SessionAuthentication copy(SessionAuthentication original)
            throws IOException, ClassNotFoundException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(original);
        }
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (SessionAuthentication) in.readObject();
        }
    }
}
