package dev.cardea.micrometer;

import dev.cardea.observe.Step;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts and times each step: one branch for each. Meters are kept by the values that they are labelled with. */
final class StepMeters implements Step.Cases<Boolean> {
    private static final String NONE = "none";

    private final BoundedMeters meters;
    private final AtomicInteger activeRequests = new AtomicInteger();
    private final AtomicInteger activeProviderCalls = new AtomicInteger();

    StepMeters(BoundedMeters meters) {
        this.meters = meters;
        meters.gauge(MeterName.REQUESTS_ACTIVE, activeRequests::get);
        meters.gauge(MeterName.PROVIDER_CALLS_ACTIVE, activeProviderCalls::get);
    }

    /** A timer of requests. */
    private record RequestKey(Step.Action action, Step.Method method, Step.RequestEnd.Outcome outcome) {}

    /** A counter of sign-ins. */
    private record SignInKey(
            String provider, String type, Step.SignInEnd.Result result, String reason, String isNewUser) {}

    /** A meter by its labels. */
    private record Key(
            MeterName name,
            Object first,
            @Nullable Object second,
            @Nullable Object third) {}

    @Override
    public Boolean requestStart(Step.RequestStart step) {
        activeRequests.incrementAndGet();
        return true;
    }

    @Override
    public Boolean requestEnd(Step.RequestEnd step) {
        activeRequests.decrementAndGet();
        var key = new RequestKey(step.action(), step.method(), step.outcome());
        var known = meters.known(key);
        var timer = known != null
                ? known
                : meters.timerOf(
                        key,
                        MeterName.REQUESTS,
                        step.action().label(),
                        step.method().label(),
                        step.outcome().label());
        timer.record(step.duration());
        return true;
    }

    @Override
    public Boolean signInEnd(Step.SignInEnd step) {
        var type = step.provider().type();
        var key = new SignInKey(
                meters.bounded(step.provider()),
                type == null ? "unknown" : type.wire(),
                step.result(),
                step.error() == null ? NONE : step.error().code(),
                step.isNewUser() == null ? "unknown" : step.isNewUser().toString());
        meters.counterOf(key, MeterName.SIGN_INS, key.provider, key.type, key.result.label(), key.reason, key.isNewUser)
                .increment();
        return true;
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
        var key = new Key(MeterName.PROVIDER_CALLS, provider, step.endpoint(), step.result());
        meters.timerOf(key, MeterName.PROVIDER_CALLS, provider, step.endpoint().label(), result(step.result()))
                .record(step.duration());
        return true;
    }

    /** A provider for which too many calls wait does not answer them in time. */
    private String result(Step.ProviderCall.Result result) {
        return switch (result) {
            case OK, REJECTED, TIMEOUT, UNREACHABLE, INVALID -> result.label();
            case LIMITED -> Step.ProviderCall.Result.TIMEOUT.label();
        };
    }

    @Override
    public Boolean storeCall(Step.StoreCall step) {
        var store = meters.bounded(step.store());
        var key = new Key(MeterName.STORE_CALLS, store, step.operation(), step.result());
        meters.timerOf(
                        key,
                        MeterName.STORE_CALLS,
                        store,
                        step.operation().label(),
                        step.result().label())
                .record(step.duration());
        return true;
    }

    @Override
    public Boolean sessionRead(Step.SessionRead step) {
        return count(
                step,
                MeterName.SESSIONS_READ,
                step.strategy().label(),
                step.result().label());
    }

    @Override
    public Boolean sessionIssue(Step.SessionIssue step) {
        return count(
                step,
                MeterName.SESSIONS_ISSUED,
                step.strategy().label(),
                step.cause().label());
    }

    @Override
    public Boolean signOut(Step.SignOut step) {
        return count(step, MeterName.SIGN_OUTS, step.strategy().label());
    }

    @Override
    public Boolean rateLimit(Step.RateLimit step) {
        return count(step, MeterName.RATE_LIMITED, step.budget().name().toLowerCase(Locale.ROOT));
    }

    @Override
    public Boolean mailCall(Step.MailCall step) {
        var service = meters.bounded(step.service());
        var key = new Key(MeterName.MAILS, service, step.result(), null);
        meters.timerOf(key, MeterName.MAILS, service, step.result().label()).record(step.duration());
        return true;
    }

    @Override
    public Boolean hookCall(Step.HookCall step) {
        var key = new Key(MeterName.HOOK_CALLS, step.hook(), step.result(), null);
        meters.timerOf(
                        key,
                        MeterName.HOOK_CALLS,
                        step.hook().label(),
                        step.result().label())
                .record(step.duration());
        return true;
    }

    /** Callbacks and events have names in common. */
    @Override
    public Boolean hookEvent(Step.HookEvent step) {
        var key = new Key(MeterName.HOOK_CALLS, step.hook(), step.result(), null);
        meters.timerOf(
                        key,
                        MeterName.HOOK_CALLS,
                        "events/" + step.hook().label(),
                        step.result().label())
                .record(step.duration());
        return true;
    }

    @Override
    public Boolean hookEventDrop(Step.HookEventDrop step) {
        return count(step, MeterName.HOOK_EVENTS_DROPPED, step.event().label());
    }

    @Override
    public Boolean secretUse(Step.SecretUse step) {
        return count(
                step,
                MeterName.SECRETS_USED,
                step.purpose().label(),
                step.position().label());
    }

    @Override
    public Boolean passwordHash(Step.PasswordHash step) {
        var key = new Key(MeterName.PASSWORD_HASH, step.algorithm(), null, null);
        meters.timerOf(key, MeterName.PASSWORD_HASH, step.algorithm().label()).record(step.duration());
        return true;
    }

    @Override
    public Boolean cleanUp(Step.CleanUp step) {
        meters.counterOf(step.kind(), MeterName.CLEANUP_ROWS, step.kind().label())
                .increment(step.rows());
        return true;
    }

    @Override
    public Boolean configReload(Step.ConfigReload step) {
        return count(step, MeterName.CONFIG_RELOADS, step.result().label());
    }

    @Override
    public Boolean errorReport(Step.ErrorReport step) {
        meters.counterOf(step.type(), MeterName.ERRORS, step.type().code()).increment();
        return true;
    }

    private Boolean count(Step labels, MeterName name, String... values) {
        meters.counterOf(labels, name, values).increment();
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
