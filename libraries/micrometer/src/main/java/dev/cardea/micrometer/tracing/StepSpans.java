package dev.cardea.micrometer.tracing;

import dev.cardea.error.ErrorType;
import dev.cardea.micrometer.tracing.StepSpan.Form;
import dev.cardea.observe.Label;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.HookResult;
import org.jspecify.annotations.Nullable;

/** Says for each step what it is in a trace: the only place that names spans and their attributes. */
public final class StepSpans implements Step.Cases<StepSpan> {
    /** For {@link Step#accept}. Safe for concurrent use. */
    public static final StepSpans OF_STEP = new StepSpans();

    private static final String PROVIDER = "cardea.provider";
    private static final String RESULT = "cardea.result";
    private static final String STRATEGY = "cardea.strategy";
    private static final String HOST = "cardea.host";
    private static final String STATUS = "http.response.status_code";

    private StepSpans() {}

    @Override
    public StepSpan requestStart(Step.RequestStart step) {
        return StepSpan.of(
                        Form.REQUEST,
                        step.method().label() + " " + step.action().label())
                .with("cardea.action", step.action())
                .with("cardea.method", step.method())
                .with(PROVIDER, step.provider());
    }

    @Override
    public StepSpan originDecision(Step.OriginDecision step) {
        return StepSpan.of(Form.REQUEST, "").withName(HOST, step.host()).with("cardea.trusted", step.isTrusted());
    }

    @Override
    public StepSpan requestEnd(Step.RequestEnd step) {
        boolean isFailed = step.outcome() == Step.RequestEnd.Outcome.ERROR
                || step.outcome() == Step.RequestEnd.Outcome.UNAVAILABLE;
        return StepSpan.of(Form.REQUEST, "")
                .with("cardea.outcome", step.outcome())
                .with(STATUS, step.status())
                .withName("cardea.error", code(step.error()))
                .failed(isFailed ? failure(step.outcome(), step.error()) : null);
    }

    /** The client's network is left out: {@code log.clientAddress} says who may see it, and it is for the log. */
    @Override
    public StepSpan browserFacts(Step.BrowserFacts step) {
        return StepSpan.of(Form.SIGN_IN_START, "sign-in end")
                .withName("cardea.browser", step.browser())
                .with("cardea.checks", step.checks().size())
                .with("cardea.other_cookies", step.otherCookies())
                .with("cardea.has_session", step.hasSession());
    }

    @Override
    public StepSpan signInStart(Step.SignInStart step) {
        return StepSpan.of(Form.SIGN_IN_START, "sign-in start").with(PROVIDER, step.provider());
    }

    @Override
    public StepSpan signInPause(Step.SignInPause step) {
        return StepSpan.moment("sign-in pause").with(PROVIDER, step.provider());
    }

    @Override
    public StepSpan signInResume(Step.SignInResume step) {
        return StepSpan.moment("sign-in resume").with(PROVIDER, step.provider());
    }

    @Override
    public StepSpan signInEnd(Step.SignInEnd step) {
        return StepSpan.of(Form.SIGN_IN_END, "sign-in end")
                .with(PROVIDER, step.provider())
                .with(RESULT, step.result())
                .withName("cardea.error", code(step.error()))
                .withName("cardea.new_user", step.isNewUser())
                .failed(code(step.error()));
    }

    @Override
    public StepSpan checkSet(Step.CheckSet step) {
        return StepSpan.moment("check set")
                .withName("cardea.check", step.check().key())
                .withName(HOST, step.domain())
                .with("cardea.secure", step.isSecure())
                .with("cardea.sent_across_sites", step.isSentAcrossSites())
                .with("cardea.lifetime_s", step.lifetime().toSeconds());
    }

    @Override
    public StepSpan checkRead(Step.CheckRead step) {
        return StepSpan.moment("check read")
                .withName("cardea.check", step.check().key())
                .with(RESULT, step.result());
    }

    @Override
    public StepSpan redirect(Step.Redirect step) {
        return StepSpan.moment("redirect")
                .with("cardea.purpose", step.purpose())
                .withName(HOST, step.host());
    }

    @Override
    public StepSpan providerReturn(Step.Return step) {
        return StepSpan.moment("return").with(PROVIDER, step.provider()).with("cardea.oauth_error", step.error());
    }

    @Override
    public StepSpan providerCallStart(Step.ProviderCallStart step) {
        return StepSpan.NONE;
    }

    @Override
    public StepSpan providerCall(Step.ProviderCall step) {
        var span = StepSpan.call("provider " + step.endpoint().label(), step.duration())
                .with(PROVIDER, step.provider())
                .with("cardea.endpoint", step.endpoint())
                .withName(HOST, step.host())
                .with(RESULT, step.result())
                .with("cardea.oauth_error", step.error())
                .failed(step.result() == Step.ProviderCall.Result.OK ? null : label(step.result()));
        return step.status() == 0 ? span : span.with(STATUS, step.status());
    }

    @Override
    public StepSpan idTokenRule(Step.IdTokenRule step) {
        return StepSpan.moment("id token rule").with("cardea.rule", step.rule()).with("cardea.met", step.isMet());
    }

    @Override
    public StepSpan passkeyRule(Step.PasskeyRule step) {
        return StepSpan.moment("passkey rule")
                .with("cardea.ceremony", step.ceremony())
                .with("cardea.number", step.number());
    }

    @Override
    public StepSpan linkDecision(Step.LinkDecision step) {
        return StepSpan.moment("account").with("cardea.decision", step.decision());
    }

    @Override
    public StepSpan callbackCall(Step.CallbackCall step) {
        return StepSpan.moment("callback")
                .with("cardea.callback", step.callback())
                .with(RESULT, step.result());
    }

    @Override
    public StepSpan eventCall(Step.EventCall step) {
        return StepSpan.moment("event").with("cardea.event", step.event()).with("cardea.ok", step.isOk());
    }

    @Override
    public StepSpan storeCall(Step.StoreCall step) {
        boolean isFailed =
                step.result() == Step.StoreCall.Result.TIMEOUT || step.result() == Step.StoreCall.Result.ERROR;
        return StepSpan.call("store " + step.operation().label(), step.duration())
                .with("cardea.store", step.store())
                .with("cardea.operation", step.operation())
                .with(RESULT, step.result())
                .with("cardea.reason", step.reason())
                .failed(isFailed ? label(step.result()) : null);
    }

    @Override
    public StepSpan sessionRead(Step.SessionRead step) {
        return StepSpan.moment("session read").with(STRATEGY, step.strategy()).with(RESULT, step.result());
    }

    @Override
    public StepSpan sessionIssue(Step.SessionIssue step) {
        return StepSpan.moment("session issued").with(STRATEGY, step.strategy()).with("cardea.cause", step.cause());
    }

    @Override
    public StepSpan sessionConfirm(Step.SessionConfirm step) {
        return StepSpan.moment("session confirmed").with(RESULT, step.result());
    }

    @Override
    public StepSpan sessionEnd(Step.SessionEnd step) {
        return StepSpan.moment("session ended").with("cardea.reason", step.reason());
    }

    @Override
    public StepSpan signOut(Step.SignOut step) {
        return StepSpan.moment("sign-out").with(STRATEGY, step.strategy());
    }

    @Override
    public StepSpan rateLimit(Step.RateLimit step) {
        return StepSpan.moment("rate limit")
                .withName("cardea.budget", step.budget().key());
    }

    @Override
    public StepSpan mailCall(Step.MailCall step) {
        return StepSpan.call("mail", step.duration())
                .with("cardea.service", step.service())
                .with(RESULT, step.result())
                .failed(step.result() == Step.MailCall.Result.SENT ? null : label(step.result()));
    }

    @Override
    public StepSpan linkRead(Step.LinkRead step) {
        return StepSpan.moment("link read").with(PROVIDER, step.provider()).with(RESULT, step.result());
    }

    @Override
    public StepSpan hookCall(Step.HookCall step) {
        return StepSpan.call("hook " + hook(step), step.duration())
                .withName("cardea.hook", hook(step))
                .with(RESULT, step.result())
                .failed(failure(step.result()));
    }

    @Override
    public StepSpan hookEvent(Step.HookEvent step) {
        return StepSpan.call("hook " + hook(step), step.duration())
                .withName("cardea.hook", hook(step))
                .with(RESULT, step.result())
                .failed(failure(step.result()));
    }

    /** Returns the name of the hook that a step is about, as it is called; {@code null} for any other step. */
    public static @Nullable String hook(Step step) {
        if (step instanceof Step.HookCall call)
            return "callbacks/" + call.hook().label();
        return step instanceof Step.HookEvent event ? "events/" + event.hook().label() : null;
    }

    @Override
    public StepSpan hookEventDrop(Step.HookEventDrop step) {
        return StepSpan.moment("event dropped").with("cardea.event", step.event());
    }

    @Override
    public StepSpan secretUse(Step.SecretUse step) {
        return StepSpan.NONE;
    }

    @Override
    public StepSpan passwordHash(Step.PasswordHash step) {
        return StepSpan.work("password", step.duration()).with("cardea.algorithm", step.algorithm());
    }

    @Override
    public StepSpan moduleStep(Step.ModuleStep step) {
        var name = "module " + step.name().label();
        var span = step.duration() == null ? StepSpan.moment(name) : StepSpan.work(name, step.duration());
        return span.with("cardea.step", step.name()).with(RESULT, step.result());
    }

    @Override
    public StepSpan errorReport(Step.ErrorReport step) {
        return StepSpan.moment("error")
                .withName("cardea.error", code(step.type()))
                .with(PROVIDER, step.provider());
    }

    @Override
    public StepSpan answer(Step.Answer step) {
        return StepSpan.moment("page").with("cardea.page", step.page()).withName("cardea.error", code(step.error()));
    }

    private static @Nullable String failure(HookResult result) {
        return result == HookResult.OK || result == HookResult.DEFAULT ? null : label(result);
    }

    private static String failure(Label outcome, @Nullable ErrorType error) {
        return error == null ? label(outcome) : error.code();
    }

    private static @Nullable String code(@Nullable ErrorType error) {
        return error == null ? null : error.code();
    }

    private static String label(Label label) {
        return label.label();
    }
}
