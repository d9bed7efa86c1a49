package dev.cardea.testing.replay;

import dev.cardea.AuthConfig;
import dev.cardea.error.ApplicationUnavailableException;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.observe.Callback;
import dev.cardea.observe.Step.CallbackCall;
import dev.cardea.observe.Step.HookCall;
import dev.cardea.observe.Step.HookResult;
import dev.cardea.observe.Step.MailCall;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.testing.Inbox;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The application's callbacks, and its mail service: each decides as the recorded one did. */
final class ApplicationDouble implements EmailProvider.Sender {
    private final Inbox inbox = new Inbox();
    private final Set<Callback> called = new HashSet<>();
    private @Nullable RecordedRequest current;

    ApplicationDouble(List<RecordedRequest> requests) {
        for (var request : requests)
            request.all(CallbackCall.class).map(CallbackCall::callback).forEach(called::add);
    }

    /** Behaves as in this request from now on. */
    void expect(RecordedRequest request) {
        current = request;
    }

    /** Behaves correctly from now on. */
    void behave() {
        current = null;
    }

    AuthConfig.Builder configure(AuthConfig.Builder config) {
        var callbacks = Callbacks.DEFAULT;
        if (called.contains(Callback.SIGN_IN)) callbacks = callbacks.signIn(params -> signIn());
        if (called.contains(Callback.REDIRECT)) {
            callbacks = callbacks.redirect(
                    params -> result(Callback.REDIRECT) == CallbackCall.Result.DENIED ? "" : params.baseUrl());
        }
        if (called.contains(Callback.JWT)) {
            callbacks = callbacks.jwt(params -> {
                result(Callback.JWT);
                return params.token();
            });
        }
        return config.callbacks(callbacks);
    }

    private Decision signIn() {
        if (isLate(Callback.SIGN_IN)) throw new ApplicationUnavailableException("the hook was late, as recorded", null);
        return switch (result(Callback.SIGN_IN)) {
            case OK, FAILED -> Decision.allow();
            case DENIED -> Decision.deny();
            case REDIRECTED -> Decision.redirectTo("/");
        };
    }

    private boolean isLate(Callback hook) {
        var request = current;
        return request != null
                && request.all(HookCall.class).anyMatch(it -> it.hook() == hook && it.result() == HookResult.TIMEOUT);
    }

    /** @throws IllegalStateException if the recorded callback threw */
    CallbackCall.Result result(Callback callback) {
        var request = current;
        var result = request == null
                ? CallbackCall.Result.OK
                : request.all(CallbackCall.class)
                        .filter(it -> it.callback() == callback)
                        .map(CallbackCall::result)
                        .reduce((first, last) -> last)
                        .orElse(CallbackCall.Result.OK);
        if (result == CallbackCall.Result.FAILED) throw new IllegalStateException("the callback failed, as recorded");
        return result;
    }

    /** Returns the link in the newest mail. */
    Optional<String> link() {
        return inbox.links().stream().reduce((first, last) -> last);
    }

    @Override
    public void send(VerificationRequest mail) {
        var request = current;
        var result = request == null
                ? MailCall.Result.SENT
                : request.first(MailCall.class).map(MailCall::result).orElse(MailCall.Result.SENT);
        switch (result) {
            case SENT -> inbox.send(mail);
            case REJECTED -> throw new IllegalStateException("the mail was rejected, as recorded");
            case TIMEOUT -> throw new UncheckedIOException(new SocketTimeoutException("as recorded"));
            case UNREACHABLE -> throw new UncheckedIOException(new ConnectException("as recorded"));
        }
    }
}
