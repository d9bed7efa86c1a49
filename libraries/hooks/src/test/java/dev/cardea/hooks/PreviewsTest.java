package dev.cardea.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.StillClock;
import dev.cardea.error.ApplicationUnavailableException;
import dev.cardea.hook.EventRequest;
import dev.cardea.hook.Events;
import dev.cardea.hook.RedirectParams;
import dev.cardea.hooks.Receiver.Reply;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Deployments that handle the hooks of their own requests. */
class PreviewsTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final RedirectParams DASH = new RedirectParams("/dash", "https://app.example");
    private static final EventRequest REQUEST = new EventRequest("r-1", null, null);
    private static final Duration LONG = Duration.ofSeconds(60);

    private final StillClock clock = new StillClock(Instant.now());
    private Receiver main;
    private Receiver preview;

    @BeforeEach
    void start() throws IOException {
        main = new Receiver().on("callbacks/redirect", Reply.of("{\"result\":\"https://app.example/main\"}"));
        preview = new Receiver().on("callbacks/redirect", Reply.of("{\"result\":\"https://app.example/preview\"}"));
    }

    @AfterEach
    void stop() {
        main.close();
        preview.close();
    }

    @Test
    void a_signed_call_of_a_deployment_is_decided_by_that_deployment() {
        var hooks = hooks();
        assertThat(redirect(hooks, true)).isEqualTo("https://app.example/preview");
        assertThat(hooks.callbacks().redirect().apply(DASH)).isEqualTo("https://app.example/main");
    }

    @Test
    void an_origin_that_no_signed_call_asserts_counts_for_nothing() {
        assertThat(redirect(hooks(), false)).isEqualTo("https://app.example/main");
        assertThat(preview.calls).isEmpty();
    }

    @Test
    void an_event_goes_to_the_deployment_of_its_request() {
        var hooks = hooks();
        hooks.during(preview.origin(), true, () -> {
            hooks.events().signOut(new Events.SignOut(null, null, false, REQUEST));
            return true;
        });
        hooks.drain(LONG);
        assertThat(preview.calls).hasSize(1);
        assertThat(main.calls).isEmpty();
    }

    /** Names under a domain that a platform shares may belong to others. */
    @Test
    void an_origin_that_a_pattern_matched_gets_nothing_but_describe_before_its_proof() {
        var hooks = starred();
        preview.on("describe", Reply.status(404));
        assertThatThrownBy(() -> during(hooks, hooks::requireReady))
                .isInstanceOf(ApplicationUnavailableException.class);
        assertThat(redirect(hooks, true)).as("the default").isEqualTo("https://app.example/dash");
        during(hooks, () -> hooks.events().createUser(new Events.CreateUser(User.of("1", null, null), REQUEST)));
        hooks.drain(Duration.ofMillis(500));
        preview.describes("another-secret-another-secret-32", List.of("redirect"), List.of());
        assertThat(redirect(hooks, true)).as("the default").isEqualTo("https://app.example/dash");
        assertThat(preview.calls).isEmpty();
        assertThat(preview.descriptions).isNotEmpty();
        preview.describes(SECRET, List.of("redirect"), List.of());
        clock.advance(Duration.ofSeconds(2));
        during(hooks, hooks::requireReady);
        assertThat(redirect(hooks, true)).isEqualTo("https://app.example/preview");
    }

    /** The owner of a matching name passes the question on to a deployment that holds the secret. */
    @Test
    void a_description_that_another_deployment_signed_proves_nothing() {
        var hooks = starred();
        main.describes(SECRET, List.of("redirect"), List.of());
        preview.on("describe", main::replyTo);
        assertThatThrownBy(() -> during(hooks, hooks::requireReady))
                .isInstanceOf(ApplicationUnavailableException.class)
                .hasMessageContaining(main.origin())
                .hasMessageContaining(preview.origin());
        assertThat(redirect(hooks, true)).as("the default").isEqualTo("https://app.example/dash");
        assertThat(preview.calls).isEmpty();
    }

    @Test
    void a_description_without_an_address_proves_nothing() {
        var hooks = starred();
        preview.describes(SECRET, Claims.of("callbacks", List.of("redirect")).with("events", List.of()));
        assertThatThrownBy(() -> during(hooks, hooks::requireReady))
                .isInstanceOf(ApplicationUnavailableException.class)
                .hasMessageContaining("origin");
        assertThat(preview.calls).isEmpty();
    }

    @Test
    void without_an_address_for_the_call_no_user_signs_in() {
        var hooks = Hooks.of(
                HookSettings.below("/hooks")
                        .origins(List.of("https://a.example"))
                        .timeout(LONG),
                SECRET);
        assertThatThrownBy(() -> during(hooks, hooks::requireReady))
                .isInstanceOf(ApplicationUnavailableException.class)
                .hasMessageContaining("hooks.origins");
    }

    @Test
    void each_call_carries_the_headers_of_the_settings() {
        var hooks = Hooks.of(
                HookSettings.at(main.url())
                        .callbacks(List.of("redirect"))
                        .headers(Map.of("x-vercel-protection-bypass", "letmein"))
                        .timeout(LONG),
                SECRET);
        assertThat(hooks.callbacks().redirect().apply(DASH)).isNotNull();
        hooks.examine();
        assertThat(main.calls.get(0).headers().getFirst("X-Vercel-Protection-Bypass"))
                .isEqualTo("letmein");
        assertThat(main.descriptions.get(0).headers().getFirst("X-Vercel-Protection-Bypass"))
                .isEqualTo("letmein");
    }

    private Hooks hooks() {
        return Hooks.of(
                HookSettings.at(main.url())
                        .origins(List.of(preview.origin()))
                        .path("/hooks")
                        .callbacks(List.of("redirect"))
                        .events(List.of("signOut"))
                        .timeout(LONG),
                SECRET);
    }

    /** Loopback cannot be written with a star, so the pattern is replaced by one that only says that it has one. */
    private Hooks starred() {
        return Hooks.of(
                HookSettings.below("/hooks").origins(List.of(preview.origin())).timeout(LONG),
                List.of(SECRET),
                EventQueue.PAUSES,
                clock,
                pattern -> true);
    }

    private String redirect(Hooks hooks, boolean isSigned) {
        return hooks.during(
                preview.origin(), isSigned, () -> hooks.callbacks().redirect().apply(DASH));
    }

    private void during(Hooks hooks, Runnable work) {
        hooks.during(preview.origin(), true, () -> {
            work.run();
            return true;
        });
    }
}
