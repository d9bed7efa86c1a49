package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.testing.SignedIn;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The interface's {@code auth()} without arguments. That no two threads mix is {@link BootAnnotationsTest}. */
class CurrentSessionTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static ConfigurableApplicationContext context;

    @BeforeAll
    static void start() {
        context = Boot.run(beans -> {}, App.class, "cardea.session.strategy=jwt", "cardea.secret=" + SECRET);
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    record Me(String id, String name) {}

    /** Knows of no request. */
    record Greeter(CurrentSession current) {
        String greeting() {
            return current.as(Me.class).map(me -> "Hello " + me.name()).orElse("Who are you?");
        }
    }

    @Import({Pages.class, AutoConfigurationTest.Hidden.class})
    static class App {
        @Bean
        Greeter greeter(CurrentSession current) {
            return new Greeter(current);
        }
    }

    @RestController
    record Pages(Greeter greeter) {
        @GetMapping("/here")
        String here() {
            return greeter.greeting();
        }

        @GetMapping("/elsewhere")
        String elsewhere() {
            return CompletableFuture.supplyAsync(greeter::greeting)
                    .exceptionally(cause -> cause.getCause().getClass().getSimpleName())
                    .join();
        }
    }

    @Test
    void a_service_knows_who_the_request_is_from() {
        assertThat(get("/here", ada())).isEqualTo("Hello Ada");
        assertThat(get("/here", "")).isEqualTo("Who are you?");
    }

    @Test
    void a_thread_of_its_own_is_told_nothing_rather_than_nobody() {
        assertThat(get("/elsewhere", ada())).isEqualTo("IllegalStateException");
    }

    @Test
    void without_a_request_it_is_an_error_that_says_so() {
        assertThatIllegalStateException()
                .isThrownBy(() -> context.getBean(Greeter.class).greeting())
                .withMessageContaining("no request is answered on this thread");
    }

    @Test
    void in_a_test_somebody_may_be_made_up() {
        var session = Session.of(
                dev.cardea.json.Claims.of("user", User.of("7", "Ada", null).claims()));
        assertThat(new Greeter(() -> Optional.of(session)).greeting()).isEqualTo("Hello Ada");
    }

    private static String ada() {
        return SignedIn.as(User.of("7", "Ada", null), SECRET).cookies();
    }

    private static String get(String path, String cookie) {
        return Web.get(context, path, cookie).body();
    }
}
