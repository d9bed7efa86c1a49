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

/** {@code auth()} of Auth.js without arguments. {@link BootAnnotationsTest} tests that threads do not mix. */
class CurrentSessionTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
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

    /** Has no access to the request. */
    record Greeter(CurrentSession current) {
        String greeting() {
            return current.as(Me.class).map(me -> "Hello " + me.name()).orElse("Who are you?");
        }
    }

    @Import({Pages.class, AutoConfigurationTest.HiddenConfiguration.class})
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
    void a_service_reads_the_session_of_the_request() {
        assertThat(get("/here", ada())).isEqualTo("Hello Ada");
        assertThat(get("/here", "")).isEqualTo("Who are you?");
    }

    @Test
    void a_separate_thread_gets_an_error_rather_than_no_session() {
        assertThat(get("/elsewhere", ada())).isEqualTo("IllegalStateException");
    }

    @Test
    void without_a_request_the_error_says_so() {
        assertThatIllegalStateException()
                .isThrownBy(() -> context.getBean(Greeter.class).greeting())
                .withMessageContaining("this thread serves no request");
    }

    @Test
    void a_test_can_replace_it() {
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
