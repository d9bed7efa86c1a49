package dev.cardea.internal.engine;

import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.observe.AddedObservers;
import dev.cardea.internal.observe.Observers;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.jose.Hashes;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import javax.crypto.spec.SecretKeySpec;

/** The steps of a request that no valid configuration answers. Modules alone observe them. */
final class MisconfiguredSteps {
    private static final SecretKeySpec KEY =
            Hashes.hmacKey(Randomness.secure().hex(32).getBytes(StandardCharsets.US_ASCII));

    private MisconfiguredSteps() {}

    static Response observe(
            Request request, List<Observer> modules, Clock clock, EventPublisher publisher, Supplier<Response> answer) {
        var observers = new Observers(
                modules,
                new AddedObservers(),
                List.of(),
                any -> null,
                null,
                clock,
                value -> Hashes.hmacSha256(KEY, value),
                publisher::log);
        if (!(RequestObservation.open(observers, request) instanceof RequestObservation observation))
            return answer.get();
        return observation.during(() -> observed(observation, request, answer));
    }

    private static Response observed(RequestObservation observation, Request request, Supplier<Response> answer) {
        long start = System.nanoTime();
        var method = RequestSteps.method(request);
        observation.add(new Step.RequestStart(
                Step.Action.OTHER,
                method,
                null,
                HostName.of(request.header("host").orElse("")),
                request.scheme().equals("https"),
                null,
                null));
        var response = answer.get();
        observation.add(RequestSteps.end(observation, Step.Action.OTHER, method, response, start));
        return response;
    }
}
