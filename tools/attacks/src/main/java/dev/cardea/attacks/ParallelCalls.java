package dev.cardea.attacks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Requests that are sent at the same moment. */
final class ParallelCalls {
    private ParallelCalls() {}

    static List<Answer> send(Trial trial, Call call, int times) throws IOException {
        return send(trial, Collections.nCopies(times, call));
    }

    static List<Answer> send(Trial trial, List<Call> calls) throws IOException {
        var threads = Executors.newFixedThreadPool(calls.size());
        try {
            var all = calls.stream()
                    .map(call -> (Callable<Answer>) () -> trial.send(call))
                    .toList();
            List<Answer> answers = new ArrayList<>();
            for (var answer : threads.invokeAll(all)) answers.add(of(answer));
            return answers;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Trial.notRun("the run was interrupted");
        } finally {
            threads.shutdownNow();
        }
    }

    /** Notes a finding if more than one of the answers signs a browser in. */
    static void checkOneSession(Trial trial, List<Answer> answers, String what) {
        var signedIn = sessions(trial, answers);
        if (signedIn.size() > 1) trial.found(signedIn.get(0), signedIn.size() + " sessions for one " + what);
    }

    /** Returns those of the answers that sign a browser in. */
    static List<Answer> sessions(Trial trial, List<Answer> answers) {
        var name = trial.site().sessionCookie();
        return answers.stream()
                .filter(answer -> answer.cookies().stream()
                        .anyMatch(cookie -> cookie.name().startsWith(name) && !cookie.deletes()))
                .toList();
    }

    private static Answer of(Future<Answer> answer) throws IOException, InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) throw io;
            if (e.getCause() instanceof RuntimeException runtime) throw runtime;
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
