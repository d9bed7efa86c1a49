package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.action.InternalResponse;
import dev.cardea.config.Env;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import dev.cardea.limit.Limit;
import dev.cardea.module.CsrfRule;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What all configurations of one {@code Auth} have in common. */
class SharedStateTest {
    private static final Request HELLO = Request.of(
            "GET", "http", "/auth/hello", Request.get("http://localhost/").headers(), new byte[0], "8.8.8.8");

    static Stream<Auth> kinds() {
        return Stream.of(Auth.of(config()), Auth.of(request -> config()));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void a_copy_with_another_configuration_goes_on_counting_attempts(Auth auth) {
        assertThat(auth.handle(HELLO).status()).isEqualTo(200);
        assertThat(auth.withConfig(config()).handle(HELLO).status()).isEqualTo(429);
        assertThat(Auth.of(config()).handle(HELLO).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void a_copy_has_the_observers(Auth auth) {
        var steps = new CopyOnWriteArrayList<String>();
        auth.addObserver((at, step) -> steps.add(step.toString()));
        auth.withConfig(config()).handle(HELLO);
        assertThat(steps).isNotEmpty();
    }

    private static AuthConfig config() {
        return AuthConfig.builder()
                .env(Env.none())
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .trustHost(true)
                .route(new Hello())
                .logger(new SilentLogger())
                .build();
    }

    private static final class Hello implements Route {
        private static final Limit ONCE = new Limit(1, Duration.ofDays(1));

        @Override
        public String name() {
            return "hello";
        }

        @Override
        public Set<String> methods() {
            return Set.of("GET");
        }

        @Override
        public CsrfRule csrf() {
            return CsrfRule.NONE;
        }

        @Override
        public InternalResponse answer(RouteRequest call) {
            call.countAttempt(ONCE);
            return InternalResponse.json(200, "hello", List.of());
        }
    }

    private static final class SilentLogger implements AuthLogger {
        @Override
        public void error(AuthException error) {}

        @Override
        public void warn(String code) {}
    }
}
