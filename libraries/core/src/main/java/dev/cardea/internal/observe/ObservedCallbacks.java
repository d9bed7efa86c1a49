package dev.cardea.internal.observe;

import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.hook.JwtParams;
import dev.cardea.hook.SessionParams;
import dev.cardea.hook.SiteCallback;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.observe.Callback;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.CallbackCall.Result;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Adds a step for each call of a callback that the application set. */
public final class ObservedCallbacks {
    private ObservedCallbacks() {}

    /** Returns callbacks that decide as these do. The defaults stay as they are. */
    public static Callbacks of(Callbacks own) {
        var defaults = Callbacks.DEFAULT;
        return own.replaced(
                own.signIn() == defaults.signIn() ? own.signIn() : observed(Callback.SIGN_IN, own.signIn()),
                own.redirect() == defaults.redirect() ? own.redirect() : observed(Callback.REDIRECT, own.redirect()),
                own.jwt() == defaults.jwt() ? own.jwt() : jwt(own),
                own.session() == defaults.session() ? own.session() : session(own),
                own.authorized() == defaults.authorized()
                        ? own.authorized()
                        : observed(Callback.AUTHORIZED, own.authorized()));
    }

    private static <P, R extends @Nullable Object> Function<P, R> observed(Callback name, Function<P, R> callback) {
        return params -> call(name, () -> callback.apply(params));
    }

    private static Function<JwtParams, @Nullable Claims> jwt(Callbacks own) {
        var observed = observed(Callback.JWT, own.jwt());
        if (!own.isJwtAtSite()) return observed;
        return (SiteCallback<JwtParams, @Nullable Claims>) observed::apply;
    }

    private static Function<SessionParams, @Nullable Session> session(Callbacks own) {
        var observed = observed(Callback.SESSION, own.session());
        if (!own.isSessionAtSite()) return observed;
        return (SiteCallback<SessionParams, @Nullable Session>) observed::apply;
    }

    /** Calls a function of the application and adds the step. */
    public static <T extends @Nullable Object> T call(Callback callback, Supplier<T> work) {
        var observation = Observation.current();
        if (!observation.isObserved()) return work.get();
        long start = System.nanoTime();
        var result = Result.FAILED;
        try {
            T returned = work.get();
            result = result(returned);
            return returned;
        } finally {
            var duration = Duration.ofNanos(System.nanoTime() - start);
            observation.add(new Step.CallbackCall(callback, result, duration));
        }
    }

    private static Result result(@Nullable Object returned) {
        if (returned == null || returned.equals(Optional.empty()) || returned.equals("")) return Result.DENIED;
        if (returned instanceof Decision.RedirectTo) return Result.REDIRECTED;
        boolean isDenied = returned instanceof Decision decision
                && !(decision instanceof Decision.Allow)
                && !(decision instanceof Decision.Respond);
        return isDenied ? Result.DENIED : Result.OK;
    }
}
