package dev.cardea.internal.method.email;

import dev.cardea.observe.Observation;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.MailCall.Result;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Adds a step for each mail that is handed to a service. */
final class MailSteps {
    private MailSteps() {}

    static void observe(ProviderId service, Runnable sending) {
        var observation = Observation.current();
        long start = System.nanoTime();
        var result = Result.REJECTED;
        try {
            sending.run();
            result = Result.SENT;
        } catch (RuntimeException e) {
            result = result(e);
            throw e;
        } finally {
            observation.add(new Step.MailCall(service, result, Duration.ofNanos(System.nanoTime() - start)));
        }
    }

    private static Result result(RuntimeException failure) {
        boolean isUnreachable = false;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException
                    || cause instanceof HttpTimeoutException
                    || cause instanceof TimeoutException) return Result.TIMEOUT;
            isUnreachable |= cause instanceof ConnectException || cause instanceof UnknownHostException;
            isUnreachable |= cause.getClass() == IOException.class;
        }
        return isUnreachable ? Result.UNREACHABLE : Result.REJECTED;
    }
}
