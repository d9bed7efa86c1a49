package dev.cardea.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Request;
import dev.cardea.observe.Step;
import java.nio.file.Path;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The recorder is on because it is on the class path. */
class RecorderModuleTest {
    private static final Request UNKNOWN = Request.get("http://localhost/auth/callback/unknown");

    @Test
    void a_failure_is_kept_after_a_reload() {
        var auth = Auth.of(config());
        var reference = auth.handle(UNKNOWN).header("cardea-error-id").orElseThrow();
        var reloaded = auth.withConfig(config().build());
        assertThat(Recorder.of(reloaded)).isSameAs(Recorder.of(auth));
        assertThat(Recorder.of(reloaded).find(reference)).isPresent();
        assertThat(Recorder.of(Auth.of(config())).find(reference)).isEmpty();
    }

    @Test
    void a_recorder_that_is_off_keeps_nothing_and_stops_no_other_observer() {
        var auth = Auth.of(config().observer(RecorderOptions.OFF));
        var steps = new CopyOnWriteArrayList<Step>();
        auth.addObserver((at, step) -> steps.add(step));
        auth.handle(UNKNOWN);
        assertThat(Recorder.of(auth).failures()).isEmpty();
        assertThat(steps).isNotEmpty();
    }

    @Test
    void operators_see_whether_it_is_on_and_where_its_folder_is() {
        assertThat(config().build().describe()).containsEntry("recorder", true).doesNotContainKey("recorderFolder");
        var options = RecorderOptions.DEFAULT.folder(Path.of("traces"));
        assertThat(config().observer(options).build().describe()).containsEntry("recorderFolder", "traces");
    }

    private static AuthConfig.Builder config() {
        return AuthConfig.builder()
                .env(Env.none())
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .session(SessionOptions.jwt());
    }
}
