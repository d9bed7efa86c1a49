package dev.cardea.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.LogLines;
import dev.cardea.StillClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** An application that is started beside Cardea, and answers later. */
@Isolated("reads what the process logs about hooks")
class StartPeriodTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    private final StillClock clock = new StillClock();
    private final LogLines log = LogLines.of("dev.cardea.hooks");

    @AfterEach
    void stop() {
        log.close();
    }

    private Hooks hooks(Duration startPeriod) {
        var settings = HookSettings.at("http://127.0.0.1:1/hooks").startPeriod(startPeriod);
        return Hooks.of(settings, List.of(SECRET), EventQueue.PAUSES, clock);
    }

    @Test
    void an_application_that_does_not_answer_is_reported_once_when_the_period_is_over() {
        var hooks = hooks(Duration.ofSeconds(60));
        assertThat(hooks.examine().errors()).isNotEmpty();
        clock.advance(Duration.ofSeconds(59));
        assertThat(hooks.examine().errors()).isNotEmpty();
        assertThat(log.all()).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(hooks.examine().errors()).isNotEmpty();
        assertThat(hooks.examine().errors()).isNotEmpty();
        assertThat(log.all()).singleElement().asString().contains("sign-ins return 503", "couldn't be reached");
    }

    @Test
    void without_a_period_it_is_reported_at_once() {
        assertThat(hooks(Duration.ZERO).examine().errors()).isNotEmpty();
        assertThat(log.all()).hasSize(1);
    }
}
