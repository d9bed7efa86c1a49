package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.ConfigurationException;
import dev.cardea.http.Request;
import dev.cardea.module.ObserverModule;
import dev.cardea.observe.Digest;
import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A module on the class path observes every {@code Auth}, and core knows none. */
class ObserverModuleTest {
    private static final Request SESSION = Request.get("http://localhost/auth/session");

    @TempDir
    private Path folder;

    /** A module as others write it. */
    public static final class RequestCounter implements ObserverModule {
        @Override
        public Options defaults() {
            return new RequestCounterOptions(true);
        }

        @Override
        public Memory create() {
            return new Counts();
        }
    }

    private record RequestCounterOptions(boolean isOn) implements ObserverModule.Options {
        @Override
        public Map<String, Object> describe() {
            return Map.of("counting", isOn);
        }
    }

    private static final class Counts implements ObserverModule.Memory {
        private final List<Step> ends = new CopyOnWriteArrayList<>();
        private final List<Boolean> digests = new CopyOnWriteArrayList<>();

        @Override
        public Observer observer(
                ObserverModule.Options options, @Nullable Digest configuration, Consumer<String> warnings) {
            digests.add(configuration != null);
            return (at, step) -> {
                if (step instanceof Step.RequestEnd) ends.add(step);
            };
        }
    }

    @Test
    void what_a_module_keeps_outlives_a_reload() throws Exception {
        withModule(() -> {
            var auth = Auth.of(config());
            auth.handle(SESSION);
            var reloaded = auth.withConfig(config().basePath("/login").build());
            reloaded.handle(Request.get("http://localhost/login/session"));
            auth.at("/shop").handle(Request.get("http://localhost/shop/auth/session"));
            var counts = auth.observer(Counts.class).orElseThrow();
            assertThat(reloaded.observer(Counts.class)).containsSame(counts);
            assertThat(counts.ends).hasSize(3);
            assertThat(Auth.of(config()).observer(Counts.class).orElseThrow().ends)
                    .isEmpty();
            return null;
        });
    }

    @Test
    void options_that_are_off_leave_requests_unobserved() throws Exception {
        withModule(() -> {
            var off = config().observer(new RequestCounterOptions(false)).build();
            assertThat(off.describe()).containsEntry("counting", false);
            var auth = Auth.of(off);
            auth.handle(SESSION);
            assertThat(auth.observer(Counts.class).orElseThrow().digests).isEmpty();
            return null;
        });
    }

    @Test
    void a_module_observes_while_the_configuration_is_invalid() throws Exception {
        withModule(() -> {
            var auth = Auth.of(request -> AuthConfig.builder().env(Env.none()).build());
            auth.handle(SESSION);
            var counts = auth.observer(Counts.class).orElseThrow();
            assertThat(counts.ends).hasSize(1);
            assertThat(counts.digests).containsExactly(false);
            return null;
        });
    }

    @Test
    void without_a_module_requests_have_no_steps() {
        var asked = new CopyOnWriteArrayList<Request>();
        var auth = WithoutModules.get(() -> Auth.of(config().requestIds(request -> {
            asked.add(request);
            return null;
        })));
        auth.handle(SESSION);
        assertThat(asked).isEmpty();
        assertThat(auth.observer(Counts.class)).isEmpty();
    }

    @Test
    void options_without_a_module_are_refused() {
        var config = config().observer(new RequestCounterOptions(true));
        assertThatThrownBy(() -> WithoutModules.get(config::build))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("RequestCounterOptions has no effect")
                .hasMessageContaining("META-INF/services/dev.cardea.module.ObserverModule");
    }

    private static AuthConfig.Builder config() {
        return AuthConfig.builder()
                .env(Env.none())
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .session(SessionOptions.jwt());
    }

    private void withModule(Supplier<@Nullable Void> test) throws Exception {
        var services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(ObserverModule.class.getName()), RequestCounter.class.getName());
        var thread = Thread.currentThread();
        var before = thread.getContextClassLoader();
        try (var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            test.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
