package dev.cardea.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.hook.RedirectParams;
import dev.cardea.hooks.Receiver.Reply;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An application whose framework wants a slash at the end of every path, such as Next with {@code trailingSlash}. */
class TrailingSlashTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final RedirectParams DASH = new RedirectParams("/dash", "https://app.example");

    private Receiver app;

    @BeforeEach
    void start() throws Exception {
        app = new Receiver().on("callbacks/redirect", Reply.of("{\"result\":\"https://app.example/x\"}"));
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void its_spelling_is_learned_when_it_describes_itself() {
        app.wantsSlash().describes(SECRET, List.of("redirect"), List.of());
        var hooks = Hooks.of(HookSettings.at(app.url()).timeout(Duration.ofSeconds(60)), SECRET);
        assertThat(hooks.examine().errors()).isEmpty();
        for (int i = 0; i < 3; i++) {
            assertThat(hooks.callbacks().redirect().apply(DASH)).isEqualTo("https://app.example/x");
        }
        assertThat(app.redirects).containsExactly("/hooks/describe");
        assertThat(app.calls).hasSize(3);
    }

    @Test
    void its_spelling_is_learned_by_a_callback_where_the_settings_list_names() {
        app.wantsSlash();
        assertThat(hooks().callbacks().redirect().apply(DASH)).isEqualTo("https://app.example/x");
        assertThat(app.redirects).hasSize(1);
    }

    /** Another path is another address, and a redirect by 302 would turn the call into a GET. */
    @ParameterizedTest
    @CsvSource({
        "302, /hooks/callbacks/redirect/",
        "308, /hooks/callbacks/elsewhere/",
        "308, /login",
        "308, mailto:ann@example.com",
        "308, http://[",
        "307, /hooks/callbacks/redirect"
    })
    void every_other_redirect_is_a_failure_that_is_not_followed(int status, String location) {
        app.on("callbacks/redirect", Reply.redirect(status, location));
        var hooks = hooks();
        assertThatThrownBy(() -> hooks.callbacks().redirect().apply(DASH))
                .isInstanceOf(HookException.class)
                .hasMessageContaining(String.valueOf(status));
        assertThat(app.calls).hasSize(1);
    }

    /** The host of a redirect is not asked: only the spelling of our own address changes. */
    @Test
    void a_redirect_to_another_host_leads_no_call_there() throws Exception {
        try (var other = new Receiver()) {
            app.on("callbacks/redirect", Reply.redirect(308, other.url() + "/callbacks/redirect/"));
            var hooks = hooks();
            assertThatThrownBy(() -> hooks.callbacks().redirect().apply(DASH)).isInstanceOf(HookException.class);
            assertThat(app.calls).hasSize(2);
            assertThat(other.calls).isEmpty();
        }
    }

    private Hooks hooks() {
        return Hooks.of(
                HookSettings.at(app.url()).callbacks(List.of("redirect")).timeout(Duration.ofSeconds(60)), SECRET);
    }
}
