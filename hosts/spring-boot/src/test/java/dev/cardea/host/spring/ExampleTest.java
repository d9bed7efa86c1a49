package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.SignIn;
import dev.cardea.SignOut;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.host.servlet.Cardea;
import dev.cardea.model.Session;
import dev.cardea.model.SessionView;
import dev.cardea.model.User;
import dev.cardea.testing.Require;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The samples of the guide, served and visited, with a PostgreSQL of their own. */
class ExampleTest {
    private static EmbeddedPostgres postgres;
    private static ConfigurableApplicationContext context;
    private static String address;

    // task session spring-boot
    // sample
    @SessionView
    record Me(String id, String name, Role role) {}
    // end

    enum Role {
        READER,
        EDITOR
    }

    @Component
    static class Roles {
        // task session spring-boot = 1, the annotation
        // sample
        @SessionValue("role")
        Role of(User user) {
            return "Ada".equals(user.name()) ? Role.EDITOR : Role.READER;
        }
        // end
    }

    // sample
    @Service
    record Greeter(CurrentSession current) {
        String greeting() {
            return current.as(Me.class).map(me -> "Hello " + me.name()).orElse("Who are you?");
        }
    }
    // end

    @EnableMethodSecurity
    @Import({Roles.class, Greeter.class, Pages.class, Rules.class, AutoConfigurationTest.Hidden.class})
    static class App {}

    @RestController
    static class Pages {
        private final Greeter greeter;

        Pages(Greeter greeter) {
            this.greeter = greeter;
        }

        @GetMapping("/served")
        String served() {
            return greeter.greeting();
        }

        // sample
        @GetMapping("/")
        String home(Optional<Session> session) {
            return session.map(s -> "Hello " + s.user().name()).orElse("Who are you?");
        }
        // end

        // sample
        @GetMapping("/account")
        Me account(Me me) {
            return me;
        }
        // end

        // task read spring-boot = 1, the argument
        // sample
        @GetMapping("/greeting")
        String greeting(Me me) {
            return "Hello " + me.name();
        }
        // end

        // sample
        @PostMapping("/in")
        void in(HttpServletRequest request, HttpServletResponse response) {
            Cardea.signIn(request, response, SignIn.with("google").redirectTo("/account"));
        }

        @PostMapping("/out")
        void out(HttpServletRequest request, HttpServletResponse response) {
            Cardea.signOut(request, response, SignOut.to("/"));
        }
        // end
    }

    @RestController
    static class Rules {
        // task protect spring-boot = 1, the annotation
        // sample
        @SignedIn
        @GetMapping("/reports")
        String reports() {
            return "for everybody who is signed in";
        }

        @PreAuthorize("hasRole('EDITOR')")
        @GetMapping("/drafts")
        String drafts() {
            return "for editors";
        }
        // end
    }

    @BeforeAll
    static void start() throws IOException {
        Require.part("embedded PostgreSQL", () -> {
            postgres = EmbeddedPostgres.start();
            return true;
        });
        var example = new Properties();
        example.load(ExampleTest.class.getResourceAsStream("/example.properties"));
        example.setProperty("spring.datasource.url", postgres.getJdbcUrl("postgres", "postgres"));
        example.setProperty("cardea.jdbc.migrate-on-start", "true");
        example.setProperty("spring.mail.host", "127.0.0.1");
        example.setProperty("AUTH_SECRET", "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests");
        example.setProperty("AUTH_GOOGLE_ID", "g");
        example.setProperty("AUTH_GOOGLE_SECRET", "gs");
        var settings = example.entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue())
                .toArray(String[]::new);
        context = Boot.run(beans -> {}, App.class, settings);
        address = "http://localhost:" + Boot.port(context);
    }

    @AfterAll
    static void stop() throws IOException {
        if (context != null) context.close();
        if (postgres != null) postgres.close();
    }

    @Test
    void there_are_three_ways_in() {
        assertThat(Web.get(context, "/auth/providers", "").body()).contains("\"google\"", "\"email\"", "\"passkey\"");
    }

    @Test
    void strangers_are_kept_out() {
        assertThat(Web.get(context, "/", "").body()).isEqualTo("Who are you?");
        for (var page : new String[] {"/account", "/greeting", "/reports"}) {
            assertThat(Web.get(context, page, "").statusCode()).as(page).isEqualTo(401);
        }
        assertThat(Web.get(context, "/drafts", "").statusCode()).isEqualTo(401);
    }

    @Test
    void browsers_see_the_role_and_nothing_of_the_row() {
        assertThat(signedIn("Ada").get(address + "/auth/session").text())
                .contains("\"role\":\"EDITOR\"")
                .doesNotContain("sessionToken", "userId", "emailVerified");
    }

    @Test
    void who_is_signed_in_is_known_with_their_role() {
        var ada = signedIn("Ada");
        assertThat(ada.get(address + "/").text()).isEqualTo("Hello Ada");
        assertThat(ada.get(address + "/account").text()).contains("\"name\":\"Ada\",\"role\":\"EDITOR\"");
        assertThat(ada.get(address + "/greeting").text()).isEqualTo("Hello Ada");
        assertThat(ada.get(address + "/served").text()).isEqualTo("Hello Ada");
        assertThat(ada.get(address + "/reports").status()).isEqualTo(200);
    }

    private static dev.cardea.testing.SignedIn signedIn(String name) {
        var store = context.getBean(SessionAdapter.class);
        var user = ((UserAdapter) store).createUser(User.of(null, name, name + System.nanoTime() + "@example.com"));
        return dev.cardea.testing.SignedIn.as(user, store);
    }
}
