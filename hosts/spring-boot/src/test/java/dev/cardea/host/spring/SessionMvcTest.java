package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.action.SignIn;
import dev.cardea.config.Env;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.host.servlet.Cardea;
import dev.cardea.model.Session;
import dev.cardea.model.SessionView;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.Provider;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Handlers, beside the default chain of Spring Security, which closes everything. */
class SessionMvcTest {
    private static ConfigurableApplicationContext context;

    @BeforeAll
    static void start() {
        context = Boot.run(beans -> {}, App.class, "cardea.session.strategy=jwt");
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @EnableMethodSecurity
    @Import({Home.class, Open.class, Both.class})
    static class App {
        @Bean
        Provider password() {
            return CredentialsProvider.of(
                    (accepted, request) -> Optional.of(User.of("7", accepted.text("name"), "ada@example.com")));
        }

        @Bean
        Callbacks callbacks() {
            return Callbacks.DEFAULT
                    .jwt(p -> p.user() == null ? p.token() : p.token().with("role", "EDITOR"))
                    .session(p -> p.session()
                            .with("roles", List.of(String.valueOf(p.token().value("role")))))
                    .authorized(p -> Decision.allow());
        }

        @Bean
        CardeaCustomizer secret() {
            return config -> config.env(Env.none()).secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests");
        }

        @Bean
        org.springframework.security.web.SecurityFilterChain chain(
                org.springframework.security.config.annotation.web.builders.HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.requestMatchers("/open/**", "/in")
                            .permitAll()
                            .anyRequest()
                            .authenticated())
                    .formLogin(form -> {})
                    .build();
        }
    }

    @SessionView
    record Me(String id, String name, List<String> roles) {}

    @RestController
    static class Home {
        @GetMapping("/me")
        Me me(Me me) {
            return me;
        }

        @GetMapping("/principal")
        String principal(Principal principal, @AuthenticationPrincipal Session session) {
            return principal.getName() + " " + session.user().name();
        }

        @PreAuthorize("hasRole('EDITOR')")
        @GetMapping("/edit")
        String edit() {
            return "edit";
        }

        @PreAuthorize("hasRole('ADMIN')")
        @GetMapping("/rule")
        String rule() {
            return "rule";
        }
    }

    @SignedIn(roles = "ADMIN")
    @RestController
    static class Both {
        @SignedIn(roles = "EDITOR")
        @GetMapping("/open/both/editors")
        String editors() {
            return "editors who are admins";
        }
    }

    @RestController
    static class Open {
        @GetMapping("/in")
        void in(HttpServletRequest request, HttpServletResponse response) {
            Cardea.signIn(
                    request,
                    response,
                    SignIn.with("credentials").field("name", "Ada").redirectTo("/"));
        }

        @GetMapping("/open/maybe")
        String maybe(Optional<Me> me) {
            return me.map(Me::name).orElse("anonymous");
        }

        @GetMapping("/open/nullable")
        String nullable(@Nullable Session session) {
            return session == null ? "anonymous" : String.valueOf(session.user().name());
        }

        @GetMapping("/open/needed")
        String needed(Session session) {
            return "needed";
        }

        @SignedIn(roles = {"EDITOR", "ADMIN"})
        @GetMapping("/open/editors")
        String editors() {
            return "editors";
        }

        @SignedIn(roles = "ADMIN")
        @GetMapping("/open/admins")
        String admins() {
            return "admins";
        }

        @SignedIn
        @GetMapping("/open/signed-in")
        String signedIn() {
            return "signed in";
        }
    }

    @Test
    void a_record_of_the_application_is_an_argument() {
        assertThat(get("/me", signedIn()).body()).isEqualTo("{\"id\":\"7\",\"name\":\"Ada\",\"roles\":[\"EDITOR\"]}");
    }

    @Test
    void a_handler_with_an_optional_user_is_open_to_every_visitor() {
        assertThat(get("/open/maybe", "").body()).isEqualTo("anonymous");
        assertThat(get("/open/maybe", signedIn()).body()).isEqualTo("Ada");
    }

    /** Boot 3 does not read that annotation, and treats the argument as required. */
    @Test
    @Tag("boot4")
    void an_optional_user_may_be_null_as_well() {
        assertThat(get("/open/nullable", "").body()).isEqualTo("anonymous");
        assertThat(get("/open/nullable", signedIn()).body()).isEqualTo("Ada");
    }

    @Test
    void a_handler_that_needs_a_user_stays_closed_even_if_the_callback_allows_every_visitor() {
        for (var page : List.of("/open/needed", "/open/signed-in")) {
            assertThat(get(page, "").statusCode()).isEqualTo(401);
            assertThat(get(page, signedIn()).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_handler_may_require_a_role_and_other_users_get_403() {
        var cookie = signedIn();
        assertThat(get("/open/editors", cookie).body()).isEqualTo("editors");
        assertThat(get("/open/admins", cookie).statusCode()).isEqualTo(403);
        assertThat(get("/open/both/editors", cookie).statusCode()).isEqualTo(403);
        for (var page : List.of("/open/editors", "/open/admins", "/open/both/editors")) {
            assertThat(get(page, "").statusCode()).as(page).isEqualTo(401);
        }
    }

    @Test
    void Spring_Security_knows_who_is_signed_in_and_what_they_may() {
        var cookie = signedIn();
        assertThat(get("/principal", cookie).body()).isEqualTo("7 Ada");
        assertThat(get("/edit", cookie).body()).isEqualTo("edit");
        assertThat(get("/rule", cookie).statusCode()).isEqualTo(403);
    }

    @Test
    void Spring_Security_keeps_strangers_out_and_does_not_stand_before_the_routes() {
        for (var page : List.of("/me", "/principal", "/edit", "/rule")) {
            assertThat(get(page, "").statusCode()).as(page).isEqualTo(401);
        }
        assertThat(get("/auth/session", "").body()).isEqualTo("null");
        assertThat(get("/auth/signin", "").statusCode()).isEqualTo(200);
    }

    private static String signedIn() {
        return Web.cookie(get("/in", ""));
    }

    private static java.net.http.HttpResponse<String> get(String path, String cookie) {
        return Web.get(context, path, cookie);
    }
}
