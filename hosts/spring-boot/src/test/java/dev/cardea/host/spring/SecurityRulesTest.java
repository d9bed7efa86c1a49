package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.model.User;
import dev.cardea.testing.SignedIn;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The application's own rules of Spring Security, as the guide shows them. */
class SecurityRulesTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    private static ConfigurableApplicationContext context;

    @Configuration
    @Import(Pages.class)
    static class Rules {
        // sample
        @Bean
        SecurityFilterChain rules(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.requestMatchers("/", "/error")
                            .permitAll()
                            .requestMatchers("/admin/**")
                            .hasRole("ADMIN")
                            .anyRequest()
                            .authenticated())
                    .build();
        }
        // end

        @Bean
        SessionRoles roles() {
            return session -> "Eve".equals(session.user().name()) ? Set.of("ADMIN") : Set.of();
        }
    }

    @RestController
    static class Pages {
        @GetMapping({"/", "/drafts", "/admin/users"})
        String page() {
            return "page";
        }
    }

    @BeforeAll
    static void start() {
        context = Boot.run(beans -> {}, Rules.class, "AUTH_SECRET=" + SECRET, "cardea.session.strategy=jwt");
    }

    @AfterAll
    static void stop() {
        if (context != null) context.close();
    }

    @Test
    void the_rules_apply_to_visitors_users_and_administrators() {
        assertThat(status("/", "")).isEqualTo(200);
        assertThat(status("/drafts", "")).isEqualTo(401);
        assertThat(status("/admin/users", "")).isEqualTo(401);

        var user = SignedIn.as(User.of("7", "Ada", "ada@example.com"), SECRET).cookies();
        assertThat(status("/drafts", user)).isEqualTo(200);
        assertThat(status("/admin/users", user)).isEqualTo(403);

        var administrator = SignedIn.as(User.of("8", "Eve", null), SECRET);
        assertThat(status("/admin/users", administrator.cookies())).isEqualTo(200);
    }

    @Test
    void the_routes_of_Cardea_need_no_rule_and_a_browser_is_sent_to_them() {
        assertThat(status("/auth/session", "")).isEqualTo(200);
        assertThat(status("/auth/signin", "")).isEqualTo(200);
        HttpResponse<String> sent =
                Web.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + Boot.port(context) + "/drafts"))
                        .header("Accept", "text/html"));
        assertThat(sent.statusCode()).isEqualTo(302);
        assertThat(sent.headers().firstValue("location").orElseThrow()).contains("/auth/signin?callbackUrl=");
    }

    private static int status(String path, String cookies) {
        return Web.get(context, path, cookies).statusCode();
    }
}
