package dev.cardea.micrometer;

import dev.cardea.observe.Label;
import dev.cardea.observe.Step;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts and times each step: one branch for each. */
final class StepMeters implements Step.Cases<Boolean> {
    private static final Label NONE = new TextLabel("none");
    private static final Label UNKNOWN = new TextLabel("unknown");

    private final BoundedMeters meters;
    private final AtomicInteger activeRequests = new AtomicInteger();
    private final AtomicInteger activeProviderCalls = new AtomicInteger();

    StepMeters(BoundedMeters meters) {
        this.meters = meters;
        meters.gauge(MeterName.REQUESTS_ACTIVE, activeRequests::get);
        meters.gauge(MeterName.PROVIDER_CALLS_ACTIVE, activeProviderCalls::get);
    }

    @Override
    public Boolean requestStart(Step.RequestStart step) {
        activeRequests.incrementAndGet();
        return true;
    }

    @Override
    public Boolean requestEnd(Step.RequestEnd step) {
        activeRequests.decrementAndGet();
        meters.timer(MeterName.REQUESTS, step.action(), step.method(), step.outcome())
                .record(step.duration());
        return true;
    }

    @Override
    public Boolean signInEnd(Step.SignInEnd step) {
        var type = step.provider().type();
        return count(
                MeterName.SIGN_INS,
                meters.bounded(step.provider()),
                type == null ? UNKNOWN : new TextLabel(type.wire()),
                step.result(),
                step.error() == null ? NONE : new TextLabel(step.error().code()),
                step.isNewUser() == null
                        ? UNKNOWN
                        : new TextLabel(step.isNewUser().toString()));
    }

    @Override
    public Boolean providerCallStart(Step.ProviderCallStart step) {
        activeProviderCalls.incrementAndGet();
        return true;
    }

    @Override
    public Boolean providerCall(Step.ProviderCall step) {
        activeProviderCalls.decrementAndGet();
        var provider = meters.bounded(step.provider());
        meters.timer(MeterName.PROVIDER_CALLS, provider, step.endpoint(), result(step.result()))
                .record(step.duration());
        return true;
    }

    /** A provider for which too many calls wait does not answer them in time. */
    private Step.ProviderCall.Result result(Step.ProviderCall.Result result) {
        return switch (result) {
            case OK, REJECTED, TIMEOUT, UNREACHABLE, INVALID -> result;
            case LIMITED -> Step.ProviderCall.Result.TIMEOUT;
        };
    }

    @Override
    public Boolean storeCall(Step.StoreCall step) {
        meters.timer(MeterName.STORE_CALLS, meters.bounded(step.store()), step.operation(), step.result())
                .record(step.duration());
        return true;
    }

    @Override
    public Boolean sessionRead(Step.SessionRead step) {
        return count(MeterName.SESSIONS_READ, step.strategy(), step.result());
    }

    @Override
    public Boolean sessionIssue(Step.SessionIssue step) {
        return count(MeterName.SESSIONS_ISSUED, step.strategy(), step.cause());
    }

    @Override
    public Boolean sessionConfirm(Step.SessionConfirm step) {
        return count(MeterName.SESSIONS_CONFIRMED, step.result());
    }

    @Override
    public Boolean sessionEnd(Step.SessionEnd step) {
        return count(MeterName.SESSIONS_ENDED, step.reason());
    }

    @Override
    public Boolean signOut(Step.SignOut step) {
        return count(MeterName.SIGN_OUTS, step.strategy());
    }

    @Override
    public Boolean rateLimit(Step.RateLimit step) {
        return count(MeterName.RATE_LIMITED, new TextLabel(step.budget().name().toLowerCase(Locale.ROOT)));
    }

    @Override
    public Boolean mailCall(Step.MailCall step) {
        meters.timer(MeterName.MAILS, meters.bounded(step.service()), step.result())
                .record(step.duration());
        return true;
    }

    @Override
    public Boolean hookCall(Step.HookCall step) {
        meters.timer(MeterName.HOOK_CALLS, step.hook(), step.result()).record(step.duration());
        return true;
    }

    /** Callbacks and events have names in common. */
    @Override
    public Boolean hookEvent(Step.HookEvent step) {
        var hook = new TextLabel("events/" + step.hook().label());
        meters.timer(MeterName.HOOK_CALLS, hook, step.result()).record(step.duration());
        return true;
    }

    @Override
    public Boolean hookEventDrop(Step.HookEventDrop step) {
        return count(MeterName.HOOK_EVENTS_DROPPED, step.event());
    }

    @Override
    public Boolean secretUse(Step.SecretUse step) {
        return count(MeterName.SECRETS_USED, step.purpose(), step.position());
    }

    @Override
    public Boolean passwordHash(Step.PasswordHash step) {
        meters.timer(MeterName.PASSWORD_HASH, step.algorithm()).record(step.duration());
        return true;
    }

    @Override
    public Boolean moduleStep(Step.ModuleStep step) {
        return count(MeterName.MODULE_STEPS, meters.bounded(step.name()), step.result());
    }

    @Override
    public Boolean errorReport(Step.ErrorReport step) {
        var name = step.type().isRejection() ? MeterName.REJECTIONS : MeterName.ERRORS;
        return count(name, new TextLabel(step.type().code()));
    }

    private Boolean count(MeterName name, Label... labels) {
        meters.counter(name, labels).increment();
        return true;
    }

    @Override
    public Boolean originDecision(Step.OriginDecision step) {
        return false;
    }

    @Override
    public Boolean browserFacts(Step.BrowserFacts step) {
        return false;
    }

    @Override
    public Boolean signInStart(Step.SignInStart step) {
        return false;
    }

    @Override
    public Boolean signInPause(Step.SignInPause step) {
        return false;
    }

    @Override
    public Boolean signInResume(Step.SignInResume step) {
        return false;
    }

    @Override
    public Boolean checkSet(Step.CheckSet step) {
        return false;
    }

    @Override
    public Boolean checkRead(Step.CheckRead step) {
        return false;
    }

    @Override
    public Boolean redirect(Step.Redirect step) {
        return false;
    }

    @Override
    public Boolean providerReturn(Step.Return step) {
        return false;
    }

    @Override
    public Boolean idTokenRule(Step.IdTokenRule step) {
        return false;
    }

    @Override
    public Boolean passkeyRule(Step.PasskeyRule step) {
        return false;
    }

    @Override
    public Boolean linkDecision(Step.LinkDecision step) {
        return false;
    }

    @Override
    public Boolean callbackCall(Step.CallbackCall step) {
        return false;
    }

    @Override
    public Boolean eventCall(Step.EventCall step) {
        return false;
    }

    @Override
    public Boolean linkRead(Step.LinkRead step) {
        return false;
    }

    @Override
    public Boolean answer(Step.Answer step) {
        return false;
    }
}
