package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.host.testkit.ServedSite;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.testing.Network;
import dev.cardea.testing.SignedIn;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;

/** The single-page application of the guide, on another origin than its API. */
class SinglePageTest {
    private static final String SPA = "https://spa.example.com";
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    private static ServedSite served;

    @Import({BootTest.Security.class, Cors.class, Api.class})
    static class App {}

    static class Cors {
        // sample
        @Bean
        FilterRegistrationBean<CorsFilter> apiCors() {
            var cors = new CorsConfiguration();
            cors.setAllowedOrigins(List.of("https://spa.example.com"));
            cors.setAllowedMethods(List.of("GET", "POST", "PUT", "DELETE"));
            cors.setAllowedHeaders(List.of("Content-Type"));
            cors.setAllowCredentials(true);
            var source = new UrlBasedCorsConfigurationSource();
            source.registerCorsConfiguration("/**", cors);
            var registration = new FilterRegistrationBean<>(new CorsFilter(source));
            // The filter responds to every preflight that reaches it, so it must not receive those for /auth.
            registration.addUrlPatterns("/me", "/api/*");
            registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
            return registration;
        }
        // end
    }

    @RestController
    static class Api {
        @GetMapping("/me")
        String me(Session session) {
            return session.user().displayName();
        }
    }

    @BeforeAll
    static void start() {
        served = Boot.served(Boot.run(
                context -> {},
                App.class,
                "cardea.secret=" + SECRET,
                "cardea.session.strategy=jwt",
                "cardea.allowed-origins=" + SPA,
                "cardea.protect=/me"));
    }

    @AfterAll
    static void stop() throws Exception {
        if (served != null) served.stop().close();
    }

    @Test
    void the_page_reads_its_own_API_and_the_session() {
        var ada = SignedIn.as(User.of("7", "Ada", null), SECRET).cookies();
        for (var path : List.of("/me", "/auth/session")) {
            var answer = send("GET", path, SPA, ada);
            assertThat(answer.text()).as(path).contains("Ada");
            assertThat(answer.headers().all("Access-Control-Allow-Origin")).containsExactly(SPA);
            assertThat(answer.headers().all("Access-Control-Allow-Credentials")).containsExactly("true");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/me", "/auth/signout"})
    void a_preflight_is_allowed_for_the_page_and_for_no_other(String path) {
        var own = send("OPTIONS", path, SPA, "");
        assertThat(own.status()).isIn(200, 204);
        assertThat(own.header("Access-Control-Allow-Origin")).hasValue(SPA);
        var other = send("OPTIONS", path, "https://evil.example", "");
        assertThat(other.status()).isIn(400, 403);
        assertThat(other.headers().has("Access-Control-Allow-Origin")).isFalse();
    }

    private static Response send(String method, String path, String origin, String cookies) {
        var request = Request.get("http://127.0.0.1:" + served.port() + path)
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "GET")
                .header("Cookie", cookies);
        return Network.INSTANCE.handle(Request.of(method, "http", path, request.headers(), new byte[0], null));
    }
}
