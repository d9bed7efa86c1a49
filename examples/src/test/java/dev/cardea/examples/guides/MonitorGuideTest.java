package dev.cardea.examples.guides;

import static dev.cardea.examples.guides.Acme.APP;
import static dev.cardea.examples.guides.Acme.person;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The samples and the log line of docs/guides/monitor.md. */
class MonitorGuideTest {
    private final Acme acme = new Acme();

    @Test
    void a_sign_in_is_counted() {
        var registry = new SimpleMeterRegistry();
        var auth = Auth.of(MeteredSite.config(acme.config(), registry));
        assertThat(acme.session(auth, person("ada@acme.example", true))).contains("ada@acme.example");
        var signIns = registry.get("cardea.sign.ins").tag("provider", "acme").tag("result", "success");
        assertThat(signIns.counter().count()).isEqualTo(1);
        var calls =
                registry.get("cardea.provider.calls").tag("endpoint", "token").tag("result", "ok");
        assertThat(calls.timer().count()).isEqualTo(1);
    }

    @Test
    void a_page_for_health_checks_answers_200_without_a_store_or_with_one_that_answers() {
        var auth = Auth.of(acme.config());
        // sample
        HttpHandler health = request -> Response.of(auth.isHealthy() ? 200 : 503);
        // end
        assertThat(health.handle(Request.get(APP + "/health")).status()).isEqualTo(200);
    }

    @Test
    void an_observer_collects_the_reasons_of_failed_sign_ins() {
        var failed = new FailedSignIns();
        var auth = Auth.of(acme.config().observer(failed));
        auth.handle(Request.get(APP + "/auth/callback/acme?code=c&state=s"));
        assertThat(failed.reasons()).isEqualTo(Map.of("acme InvalidCheck", 1));
    }

    @Test
    void debug_logs_the_lines_that_the_guide_shows() {
        var lines = new ArrayList<String>();
        var auth = Auth.of(acme.config().debug(true).logger(new AuthLogger() {
            @Override
            public void error(AuthException error) {}

            @Override
            public void warn(String code) {}

            @Override
            public void debug(String message, Map<String, String> metadata) {
                lines.add(message + " " + metadata);
            }
        }));
        acme.session(auth, person("ada@acme.example", true));
        assertThat(lines).anyMatch(line -> line.matches("SignInStart\\[provider=acme] \\{request=[0-9a-f]{16}.*}"));
        assertThat(lines).anyMatch(line -> line.matches("SessionIssue.* \\{request=[0-9a-f]{16}, flow=[0-9a-f]{16}}"));
        assertThat(lines.toString()).doesNotContain("ada@acme.example");
    }
}
