package dev.cardea.host.spring;

import dev.cardea.Auth;
import dev.cardea.host.servlet.Cardea;
import dev.cardea.host.testkit.Application;
import dev.cardea.host.testkit.HostContract;
import dev.cardea.host.testkit.ServedSite;
import dev.cardea.host.testkit.Telemetry;
import dev.cardea.model.Session;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** With Spring Security behind Cardea and without rules, and paths protected by a setting. */
class BootTest extends HostContract {
    @Override
    protected ServedSite start(Application application) {
        var meters = new SimpleMeterRegistry();
        var app = Boot.run(
                context -> {
                    context.registerBean(MeterRegistry.class, () -> meters);
                    context.registerBean(Application.class, () -> application);
                    context.registerBean(Auth.class, application::auth);
                    context.registerBean(Inside.class);
                    context.registerBean(Pages.class);
                },
                Security.class,
                "cardea.protect=" + String.join(",", Application.PROTECTED));
        boolean hasHealth = app.containsBean("cardeaHealthIndicator");
        return new ServedSite(Boot.port(app), app, new Telemetry(meters, hasHealth ? "/actuator/health" : "/health"));
    }

    static class Security {
        @Bean
        SecurityFilterChain everythingIsOpen(HttpSecurity http) throws Exception {
            return http.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .build();
        }
    }

    @RestController
    static class Inside {
        private final Application app;

        Inside(Application app) {
            this.app = app;
        }

        @RequestMapping(
                path = {"/admin", "/admin/", "/admin/x", "/account"},
                produces = "text/plain;charset=utf-8")
        String inside(Optional<Session> session) {
            return app.inside(session);
        }
    }

    @RestController
    static class Pages {
        private final Application app;

        Pages(Application app) {
            this.app = app;
        }

        @GetMapping(path = "/open", produces = MediaType.TEXT_PLAIN_VALUE)
        String open() {
            return app.open();
        }

        @GetMapping(path = "/cached", produces = MediaType.TEXT_PLAIN_VALUE)
        ResponseEntity<String> cached() {
            return ResponseEntity.ok()
                    .header("Cache-Control", Application.PUBLIC)
                    .body(app.open());
        }

        @GetMapping(path = "/health", produces = MediaType.TEXT_PLAIN_VALUE)
        String health() {
            return app.health();
        }

        @GetMapping(path = "/slow", produces = MediaType.TEXT_PLAIN_VALUE)
        String slow() {
            return app.slow();
        }

        @GetMapping(path = "/settings", produces = MediaType.TEXT_PLAIN_VALUE)
        String settings(HttpServletRequest request) {
            return app.settings(Cardea.accounts(request), Cardea.passkeys(request));
        }

        @GetMapping(path = "/me", produces = MediaType.APPLICATION_JSON_VALUE)
        String me(Optional<Session> session, HttpServletResponse response) {
            response.addHeader("Set-Cookie", "seen=1");
            return app.me(session);
        }

        @PostMapping("/do/sign-in")
        void signIn(HttpServletRequest request, HttpServletResponse response) {
            Cardea.signIn(request, response, app.signIn(query(request)));
        }

        @PostMapping("/do/sign-out")
        void signOut(HttpServletRequest request, HttpServletResponse response) {
            Cardea.signOut(request, response, app.signOut(query(request)));
        }

        @PostMapping(path = "/do/update", produces = MediaType.APPLICATION_JSON_VALUE)
        String update(HttpServletRequest request, HttpServletResponse response) {
            return app.me(Cardea.unstableUpdate(request, response, app.update(query(request))));
        }

        private static String query(HttpServletRequest request) {
            return request.getQueryString() == null ? "" : request.getQueryString();
        }
    }
}
