package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.host.servlet.Cardea;
import dev.cardea.http.Request;
import dev.cardea.model.Session;
import dev.cardea.model.SessionView;
import dev.cardea.model.User;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the samples of the guide with a separate PostgreSQL, and visits them. */
@Tag("part")
@Tag("store")
class ExampleTest {
    private static EmbeddedPostgres postgres;
    private static ConfigurableApplicationContext context;
    private static String address;

    // task session spring-boot
    // sample
    @SessionView
    record Me(String id, @Nullable String name, Role role) {}
    // end

    enum Role {
        READER,
        EDITOR
    }

    /** Replaces a table of the application. */
    private static final Set<String> EDITORS = ConcurrentHashMap.newKeySet();

    @Component
    static class Roles {
        private final Set<String> editors = EDITORS;

        // task session spring-boot = 1, the annotation
        // sample
        @SessionValue("role")
        Role of(User user) {
            return editors.contains(user.id()) ? Role.EDITOR : Role.READER;
        }
        // end
    }

    // sample
    @Service
    record Greeter(CurrentSession current) {
        String greeting() {
            return current.session()
                    .map(session -> "Hello " + session.user().displayName())
                    .orElse("Who are you?");
        }
    }
    // end

    @Import({
        Roles.class,
        Greeter.class,
        Pages.class,
        Rules.class,
        MethodSecurity.class,
        AutoConfigurationTest.HiddenConfiguration.class
    })
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
            return session.map(s -> "Hello " + s.user().displayName()).orElse("Who are you?");
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
        String greeting(Session session) {
            return "Hello " + session.user().displayName();
        }
        // end

        // sample
        @PostMapping("/in")
        void in(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (!Cardea.isSameOrigin(request)) response.sendError(403);
            else Cardea.signIn(request, response, SignIn.with("google").redirectTo("/account"));
        }

        @PostMapping("/out")
        void out(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (!Cardea.isSameOrigin(request)) response.sendError(403);
            else Cardea.signOut(request, response, SignOut.to("/"));
        }
        // end
    }

    // sample
    @Configuration
    @EnableMethodSecurity
    static class MethodSecurity {}
    // end

    @RestController
    static class Rules {
        // task protect spring-boot = 1, the annotation
        // sample
        @SignedIn
        @GetMapping("/reports")
        String reports() {
            return "for every signed-in user";
        }
        // end

        // sample
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
            postgres = EmbeddedPostgres.builder().setPort(FreePorts.one()).start();
            return true;
        });
        var example = new Properties();
        example.load(ExampleTest.class.getResourceAsStream("/example.properties"));
        example.setProperty("spring.datasource.url", postgres.getJdbcUrl("postgres", "postgres"));
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
    void the_page_offers_three_sign_in_methods() {
        assertThat(Web.get(context, "/auth/providers", "").body()).contains("\"google\"", "\"email\"", "\"passkey\"");
    }

    @Test
    void visitors_who_are_not_signed_in_have_no_access() {
        assertThat(Web.get(context, "/", "").body()).isEqualTo("Who are you?");
        for (var page : new String[] {"/account", "/greeting", "/reports"}) {
            assertThat(Web.get(context, page, "").statusCode()).as(page).isEqualTo(401);
        }
        assertThat(Web.get(context, "/drafts", "").statusCode()).isEqualTo(401);
    }

    @Test
    void browsers_see_the_role_and_no_other_field_of_the_row() {
        assertThat(signedIn("Ada").get(address + "/auth/session").text())
                .contains("\"role\":\"EDITOR\"")
                .doesNotContain("sessionToken", "userId", "emailVerified");
    }

    @Test
    void a_signed_in_user_has_the_role() {
        var ada = signedIn("Ada");
        assertThat(ada.get(address + "/").text()).isEqualTo("Hello Ada");
        assertThat(ada.get(address + "/account").text()).contains("\"name\":\"Ada\",\"role\":\"EDITOR\"");
        assertThat(ada.get(address + "/greeting").text()).isEqualTo("Hello Ada");
        assertThat(ada.get(address + "/served").text()).isEqualTo("Hello Ada");
        assertThat(ada.get(address + "/reports").status()).isEqualTo(200);
    }

    @Test
    void a_user_without_a_name_is_greeted_by_address_on_every_page() {
        var nameless = signedIn(null);
        for (var page : new String[] {"/", "/greeting", "/served"}) {
            assertThat(nameless.get(address + page).text())
                    .as(page)
                    .startsWith("Hello none")
                    .contains("@example.com");
        }
        assertThat(nameless.get(address + "/account").text()).contains("\"name\":null,\"role\":\"READER\"");
    }

    @Test
    void a_post_of_another_site_signs_no_user_out() {
        var ada = signedIn("Ada").browser(address);
        var post = Request.post(address + "/out", "application/x-www-form-urlencoded", "");
        assertThat(ada.send(post.header("Origin", "https://evil.example")).status())
                .isEqualTo(403);
        assertThat(ada.open(address + "/").text()).isEqualTo("Hello Ada");
        ada.send(post.header("Origin", address));
        assertThat(ada.open(address + "/").text()).isEqualTo("Who are you?");
    }

    private static dev.cardea.testing.SignedIn signedIn(@Nullable String name) {
        var store = context.getBean(SessionAdapter.class);
        var user = ((UserAdapter) store)
                .createUser(User.of(null, name, (name == null ? "none" : name) + System.nanoTime() + "@example.com"));
        if (name != null) EDITORS.add(String.valueOf(user.id()));
        return dev.cardea.testing.SignedIn.as(user, store);
    }
}
