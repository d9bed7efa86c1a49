package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.model.User;
import dev.cardea.recorder.Cause;
import dev.cardea.testing.Fault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real failures, of which only the recorder's trace is read: it names the cause. */
class RecordedFaultsTest {
    private static final String BUTTON = "Sign in with Demo ID";

    @ParameterizedTest
    @CsvSource({
        "DISCOVERY_500, R13",
        "DISCOVERY_NOT_JSON, R14",
        "ISS_WRONG, R15",
        "JWKS_500, R16",
        "KEY_UNKNOWN, R17",
        "SIGNATURE_SPOILED, R17",
        "TOKEN_500, R22",
        "TOKEN_NOT_JSON, R24",
        "ID_TOKEN_MISSING, R25",
        "AUD_WRONG, R26",
        "EXP_PAST, R27",
        "IAT_FUTURE, R27",
        "NONCE_WRONG, R28",
        "ANSWER_STATE_MISSING, R07",
        "ANSWER_STATE_WRONG, R08",
    })
    void a_provider_that_misbehaves_is_named(Fault fault, String cause) {
        var site = Site.stored();
        site.op.fault(fault);
        site.signInPage().press(BUTTON);
        assertThat(causes(site)).contains(cause);
    }

    @Test
    void a_userinfo_answer_about_another_user_is_named() {
        var site = Site.stored();
        site.op.fault(Fault.CLAIMS_ONLY_IN_USERINFO, Fault.USERINFO_SUB_WRONG);
        site.signInPage().press(BUTTON);
        assertThat(causes(site)).first().isEqualTo("R30");
    }

    @Test
    void a_visitor_who_cancels_is_named() {
        var site = Site.stored();
        site.op.answersError("access_denied");
        site.signInPage().press(BUTTON);
        assertThat(causes(site)).first().isEqualTo("R12");
    }

    @Test
    void a_wrong_client_secret_is_named() {
        var site = Site.with(p -> p.clientSecret("another"), c -> c);
        site.signInPage().press(BUTTON);
        assertThat(causes(site)).first().isEqualTo("R19");
    }

    @Test
    void a_lost_check_cookie_is_named() {
        var site = Site.stored();
        site.op.asksWho();
        var choice = site.signInPage().press(BUTTON);
        site.browser.clearCookies();
        choice.press("Ada Lovelace Ada@Example.com");
        assertThat(causes(site)).contains("R01");
    }

    @Test
    void a_check_that_expired_is_named() {
        var site = Site.stored();
        site.op.asksWho();
        var choice = site.signInPage().press(BUTTON);
        site.clock.advance(Duration.ofMinutes(20));
        choice.press("Ada Lovelace Ada@Example.com");
        assertThat(causes(site)).containsAnyOf("R01", "R03");
    }

    @Test
    void a_signIn_callback_that_denies_is_named() {
        var site = Site.with(p -> p, c -> c.callbacks(Callbacks.DEFAULT.signIn(p -> Decision.deny())));
        site.signInPage().press(BUTTON);
        assertThat(causes(site)).first().isEqualTo("R55");
    }

    @Test
    void a_signIn_callback_that_throws_is_named() {
        var site = Site.with(
                p -> p,
                c -> c.callbacks(Callbacks.DEFAULT.signIn(p -> {
                    throw new IllegalStateException("broken");
                })));
        site.signInPage().press(BUTTON);
        assertThat(causes(site)).first().isEqualTo("R56");
    }

    @Test
    void an_address_of_another_user_is_named() {
        var site = Site.stored();
        site.adapter.createUser(User.of("1", "Other", "ada@example.com"));
        site.signInPage().press(BUTTON);
        assertThat(causes(site)).first().isEqualTo("R57");
    }

    @Test
    void an_unknown_link_is_named() {
        var site = Site.stored();
        site.browser.open(APP + "/auth/callback/email?token=unknown&email=ada@example.com");
        assertThat(causes(site)).first().isEqualTo("R58");
    }

    @Test
    void an_unknown_provider_is_named() {
        var site = Site.stored();
        site.browser.open(APP + "/auth/callback/unknown?code=c");
        assertThat(causes(site)).first().isEqualTo("R39");
    }

    @Test
    void no_trace_has_a_value_of_the_visitor_or_the_provider() {
        var site = Site.stored();
        site.op.fault(Fault.NONCE_WRONG);
        site.signInPage().press(BUTTON);
        site.op.fault();
        site.signInPage().press(BUTTON);
        assertThat(site.sessionCookie()).isPresent();
        var planted = List.of(
                "Lovelace",
                "ada@example.com",
                "Ada@Example.com",
                "app-secret",
                site.sessionCookie().get());
        assertThat(site.auth.recorder().successes()).isNotEmpty();
        assertThat(site.auth.recorder().successes())
                .allSatisfy(trace -> assertThat(trace.explain()).doesNotContain(planted));
        assertThat(site.auth.recorder().failures())
                .isNotEmpty()
                .allSatisfy(trace -> assertThat(trace.explain()).doesNotContain(planted));
    }

    private static List<String> causes(Site site) {
        assertThat(site.log).as("the sign-in failed").isNotEmpty();
        var reference = site.log.get(site.log.size() - 1).errorId();
        var trace = site.auth.recorder().find(reference).orElseThrow();
        assertThat(trace.error()).contains(site.log.get(site.log.size() - 1).type());
        return trace.causes().stream().map(Cause::id).toList();
    }
}
