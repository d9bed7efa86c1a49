package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.UserAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Request;
import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What framework integrations need of an {@code Auth} that the application has made: meters and health. */
class AddedObserverTest {
    private static final Request SESSION = Request.get("http://localhost/auth/session");

    private final List<Step> steps = new ArrayList<>();
    private final Observer observer = (at, step) -> {
        if (step instanceof Step.RequestEnd) steps.add(step);
    };

    @Test
    void an_added_observer_receives_the_steps_of_every_configuration() {
        var auth = Auth.of(config());
        auth.handle(SESSION);
        auth.addObserver(observer);
        assertThat(steps).isEmpty();
        auth.handle(SESSION);
        auth.withConfig(config().build()).handle(SESSION);
        assertThat(steps).hasSize(2);

        var byRequest = Auth.of(request -> config().build());
        byRequest.addObserver(observer);
        byRequest.handle(SESSION);
        byRequest.handle(SESSION);
        assertThat(steps).hasSize(4);
    }

    @Test
    void an_observer_that_is_there_already_counts_once() {
        var auth = Auth.of(config().observer(observer));
        auth.addObserver(observer);
        auth.addObserver(observer);
        auth.handle(SESSION);
        assertThat(steps).hasSize(1);
    }

    @Test
    void an_added_observer_that_throws_changes_no_answer_and_stops_no_other() {
        var auth = Auth.of(config());
        auth.addObserver((at, step) -> {
            throw new IllegalStateException("of the test");
        });
        auth.addObserver(observer);
        assertThat(auth.handle(SESSION).status()).isEqualTo(200);
        assertThat(steps).hasSize(1);
    }

    /** As one whose library is on the class path in another version, or not at all. */
    @Test
    void an_observer_that_cannot_be_linked_changes_no_answer_either() {
        var auth = Auth.of(config());
        auth.addObserver((at, step) -> {
            throw new NoClassDefFoundError("of the test");
        });
        auth.addObserver(observer);
        assertThat(auth.handle(SESSION).status()).isEqualTo(200);
        assertThat(steps).hasSize(1);
    }

    @Test
    void a_site_is_healthy_while_its_store_answers_and_the_log_has_one_line_for_each_change() {
        var isDown = new AtomicBoolean();
        var auth = Auth.of(config().adapter(store(isDown)));
        try (var log = LogLines.ofThisThread("dev.cardea")) {
            assertThat(auth.isHealthy()).isTrue();
            isDown.set(true);
            assertThat(auth.isHealthy()).isFalse();
            assertThat(auth.isHealthy()).isFalse();
            isDown.set(false);
            assertThat(auth.isHealthy()).isTrue();
            assertThat(auth.isHealthy()).isTrue();
            assertThat(log.all())
                    .filteredOn(line -> line.contains("the store"))
                    .containsExactly("the store isn't responding", "the store is responding again");
        }
        assertThat(Auth.of(config()).isHealthy()).isTrue();
    }

    @Test
    void with_a_configuration_for_each_request_the_store_of_the_last_one_is_asked() {
        var isDown = new AtomicBoolean();
        var first = config().adapter(store(isDown)).build();
        var second = config().build();
        var auth = Auth.of(request -> request.path().endsWith("session") ? first : second);
        assertThat(auth.isHealthy()).isTrue();
        auth.handle(SESSION);
        isDown.set(true);
        assertThat(auth.isHealthy()).isFalse();
        auth.handle(Request.get("http://localhost/auth/csrf"));
        assertThat(auth.isHealthy()).isTrue();
    }

    @Test
    void below_a_context_path_the_same_store_is_asked() {
        var isDown = new AtomicBoolean();
        var config = config().adapter(store(isDown)).build();
        var auth = Auth.of(request -> config);
        auth.guard().at("/app").admit(Request.get("http://localhost/app/auth/session"), "/app/auth/session");
        isDown.set(true);
        assertThat(auth.isHealthy()).isFalse();
    }

    private static AuthConfig.Builder config() {
        return AuthConfig.builder()
                .env(Env.none())
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .session(SessionOptions.jwt());
    }

    private static UserAdapter store(AtomicBoolean isDown) {
        return (UserAdapter) Proxy.newProxyInstance(
                AddedObserverTest.class.getClassLoader(),
                new Class<?>[] {UserAdapter.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "toString" -> "store";
                    case "hashCode" -> 1;
                    case "equals" -> proxy == args[0];
                    default -> {
                        if (isDown.get()) throw new IllegalStateException("no connection");
                        yield Optional.empty();
                    }
                });
    }
}
