package dev.cardea.micrometer.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.ErrorType;
import dev.cardea.limit.Budget;
import dev.cardea.micrometer.tracing.StepSpan.Form;
import dev.cardea.observe.Browser;
import dev.cardea.observe.Callback;
import dev.cardea.observe.Event;
import dev.cardea.observe.HostName;
import dev.cardea.observe.ModuleLabel;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.HookResult;
import dev.cardea.observe.StoreKind;
import dev.cardea.observe.StoreOperation;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What each step is in a trace. */
class StepSpansTest {
    private static final Duration TIME = Duration.ofMillis(7);
    private static final HostName HOST = HostName.of("op.example");

    private static StepSpan span(Step step) {
        return step.accept(StepSpans.OF_STEP);
    }

    @Test
    void a_call_to_another_process_is_a_span_with_its_time_and_its_failure() {
        var provider = span(new Step.ProviderCall(
                ProviderId.UNKNOWN,
                Step.Endpoint.TOKEN,
                HOST,
                Step.ProviderCall.Result.REJECTED,
                400,
                TIME,
                Step.OAuthError.INVALID_GRANT,
                null));
        assertThat(provider)
                .isEqualTo(new StepSpan(
                        Form.CALL,
                        "provider token",
                        Map.of(
                                "cardea.provider", "unknown",
                                "cardea.endpoint", "token",
                                "cardea.host", "op.example",
                                "cardea.result", "rejected",
                                "cardea.oauth_error", "invalid_grant",
                                "http.response.status_code", 400L),
                        TIME,
                        "rejected"));
        var store = new Step.StoreCall(
                StoreKind.of(StepSpansTest.class), StoreOperation.GET_USER, Step.StoreCall.Result.CONFLICT, TIME);
        assertThat(span(store).name()).isEqualTo("store getUser");
        assertThat(span(store).failure()).as("two visitors at once do not fail").isNull();
        var mail = span(new Step.MailCall(ProviderId.UNKNOWN, Step.MailCall.Result.TIMEOUT, TIME));
        assertThat(mail.form()).isEqualTo(Form.CALL);
        assertThat(mail.failure()).isEqualTo("timeout");
    }

    @Test
    void callbacks_and_events_of_the_application_have_different_names() {
        var callback = new Step.HookCall(Callback.SIGN_IN, HookResult.DEFAULT, TIME);
        var event = new Step.HookEvent(Event.SIGN_IN, HookResult.UNREACHABLE, TIME);
        assertThat(span(callback).name()).isEqualTo("hook callbacks/signIn");
        assertThat(span(callback).failure()).isNull();
        assertThat(span(event).name()).isEqualTo("hook events/signIn");
        assertThat(span(event).failure()).isEqualTo("unreachable");
        assertThat(StepSpans.hook(event)).isEqualTo("events/signIn");
        assertThat(StepSpans.hook(new Step.RateLimit(Budget.values()[0]))).isNull();
    }

    @Test
    void a_failed_request_has_the_type_of_its_error() {
        var end = new Step.RequestEnd(
                Step.Action.CALLBACK,
                Step.Method.GET,
                Step.RequestEnd.Outcome.ERROR,
                302,
                TIME,
                ErrorType.OAUTH_CALLBACK_ERROR);
        assertThat(span(end).failure()).isEqualTo("OAuthCallbackError");
        assertThat(span(end).attributes()).containsEntry("cardea.error", "OAuthCallbackError");
        var rejected = new Step.RequestEnd(
                Step.Action.CALLBACK,
                Step.Method.GET,
                Step.RequestEnd.Outcome.REJECTED,
                302,
                TIME,
                ErrorType.INVALID_CHECK);
        assertThat(span(rejected).failure()).as("a visitor's mistake").isNull();
    }

    @Test
    void a_sign_in_is_a_span_from_what_the_browser_sent_to_its_end() {
        var facts = new Step.BrowserFacts(Set.of(AuthCookie.STATE), 2, false, null, Browser.UNKNOWN);
        assertThat(span(facts).form()).isEqualTo(Form.SIGN_IN_START);
        assertThat(span(new Step.SignInStart(ProviderId.UNKNOWN)).name()).isEqualTo("sign-in start");
        var end = new Step.SignInEnd(ProviderId.UNKNOWN, Step.SignInEnd.Result.FAILURE, ErrorType.INVALID_CHECK, null);
        assertThat(span(end).form()).isEqualTo(Form.SIGN_IN_END);
        assertThat(span(end).failure()).isEqualTo("InvalidCheck");
    }

    @Test
    void what_takes_no_time_is_a_moment_and_what_belongs_to_no_request_is_nothing() {
        assertThat(span(new Step.Answer(Step.Answer.Page.ERROR, ErrorType.INVALID_CHECK)))
                .isEqualTo(new StepSpan(
                        Form.MOMENT,
                        "page",
                        Map.of("cardea.page", "error", "cardea.error", "InvalidCheck"),
                        null,
                        null));
        var module = new Step.ModuleStep(new ModuleLabel("factor"), new ModuleLabel("wrong"), null);
        var attributes = Map.<String, Object>of("cardea.step", "factor", "cardea.result", "wrong");
        assertThat(span(module)).isEqualTo(new StepSpan(Form.MOMENT, "module factor", attributes, null, null));
        var secret = new Step.SecretUse(Step.SecretUse.Purpose.SESSION, Step.SecretUse.Position.OLDER);
        assertThat(span(secret)).isSameAs(StepSpan.NONE);
    }
}
