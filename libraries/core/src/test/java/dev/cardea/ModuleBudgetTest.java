package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.action.InternalResponse;
import dev.cardea.config.Env;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimits;
import dev.cardea.limit.RecordedLimiter;
import dev.cardea.module.CsrfRule;
import dev.cardea.module.Extension;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A module limits what its routes are asked, by owners that it chooses. */
class ModuleBudgetTest {
    private static final Limit LIMIT = new Limit(2, Duration.ofMinutes(1));

    private final RecordedLimiter shared = new RecordedLimiter();
    /** Of the limiter that processes share. */
    private final List<AuthException> failures = new CopyOnWriteArrayList<>();

    /** Counts the wrong answers of an owner. */
    private record Guesses(String budget) implements Route {
        @Override
        public String name() {
            return "guess";
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
        public InternalResponse answer(RouteRequest request) {
            var query = request.request().query();
            var attempt = request.countAttempt(budget, String.valueOf(query.get("owner")), LIMIT);
            if (query.containsKey("right")) attempt.refund();
            return InternalResponse.json(200, "counted", List.of());
        }
    }

    @Test
    void each_owner_has_a_budget_and_a_success_gives_its_attempt_back() {
        var auth = auth(RateLimits.DEFAULT, "own-guess");
        for (int i = 0; i < 5; i++) assertThat(guess(auth, "ada&right")).isEqualTo(200);
        assertThat(List.of(guess(auth, "ada"), guess(auth, "ada"), guess(auth, "ada"), guess(auth, "ada&right")))
                .containsExactly(200, 200, 429, 429);
        assertThat(guess(auth, "bob")).isEqualTo(200);
    }

    @Test
    void the_limiter_that_processes_share_counts_and_gets_no_name() {
        List<Integer> statuses;
        int attempts = 0;
        do {
            failures.clear();
            statuses = guessesAtThree("ada" + attempts++ + "@example.com");
            // After a tenth of a second a process counts by itself, and a pause of the JVM may take longer.
        } while (!failures.isEmpty() && attempts < 100);
        assertThat(statuses).containsExactly(200, 200, 429, 200);
        assertThat(shared.keys)
                .allMatch(key -> key.matches("module-(own|other)-guess:[0-9a-f]{64}"))
                .noneMatch(key -> key.contains("ada"));
    }

    @Test
    void nothing_is_counted_where_rate_limits_are_off() {
        var auth = auth(RateLimits.OFF.countedBy(shared), "own-guess");
        for (int i = 0; i < 5; i++) assertThat(guess(auth, "ada")).isEqualTo(200);
        assertThat(shared.keys).isEmpty();
    }

    @Test
    void the_name_of_a_budget_fits_the_keys_of_every_limiter() {
        for (var name : List.of("", "A", "own guess", "a:b", "x".repeat(41))) {
            assertThatThrownBy(() -> auth(RateLimits.DEFAULT, name).raw().handle(request("ada")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("lowercase letters and hyphens");
        }
    }

    @Test
    void an_extension_sees_what_the_application_limits() {
        var stricter = RateLimits.DEFAULT.limit(Budget.CREDENTIALS_FOR_ACCOUNT, LIMIT);
        List<RateLimits> seen = new ArrayList<>();
        var module = new Extension<AuthConfig.Builder>() {
            @Override
            public void configure(AuthConfig.Builder config, Env env) {
                seen.add(config.rateLimits());
            }
        };
        config(stricter).extension(module).build();
        config(RateLimits.DEFAULT).extension(module).build();
        assertThat(seen).containsExactly(stricter, RateLimits.DEFAULT);
    }

    /** Guesses at two processes in turn, and once at one with another budget. */
    private List<Integer> guessesAtThree(String owner) {
        var limits = RateLimits.DEFAULT.countedBy(shared);
        var one = auth(limits, "own-guess");
        var other = auth(limits, "own-guess");
        return List.of(
                guess(one, owner), guess(other, owner), guess(one, owner), guess(auth(limits, "other-guess"), owner));
    }

    private Auth auth(RateLimits limits, String budget) {
        return Auth.of(config(limits).route(new Guesses(budget)));
    }

    private AuthConfig.Builder config(RateLimits limits) {
        return AuthConfig.builder()
                .env(Env.none())
                .clock(new StillClock())
                .url("https://app.example")
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        if (error.type() == ErrorType.AUTH_ERROR) failures.add(error);
                    }
                })
                .rateLimits(limits);
    }

    private static int guess(Auth auth, String owner) {
        return auth.handle(request(owner)).status();
    }

    private static Request request(String owner) {
        return Request.get("https://app.example/auth/guess?owner=" + owner);
    }
}
