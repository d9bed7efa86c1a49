package dev.cardea.internal.observe;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.EventRequest;
import dev.cardea.http.Request;
import dev.cardea.observe.Digest;
import dev.cardea.observe.Id;
import dev.cardea.observe.Observation;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import org.jspecify.annotations.Nullable;

/** The steps of one request, on their way to the observers. */
public final class RequestObservation extends Observation {
    private final Observers observers;
    private final Id request;
    private final @Nullable String requestId;
    private volatile Request http;
    private volatile boolean hidesAddress;
    private volatile @Nullable Id flow;
    private volatile @Nullable String errorId;
    private volatile @Nullable ErrorType failure;

    private RequestObservation(Observers observers, Id request, @Nullable String requestId, Request http) {
        this.observers = observers;
        this.request = request;
        this.requestId = requestId;
        this.http = http;
    }

    /** Starts the observation of a request; {@link Observation#NONE} with neither observers nor events. */
    public static Observation open(Observers observers, Request http) {
        return observers.isIdle()
                ? Observation.NONE
                : new RequestObservation(observers, Observers.newId(), observers.requestId(http), http);
    }

    /** Returns the observation of this thread's request; {@code null} if it is not observed. */
    public static @Nullable RequestObservation current() {
        return Observation.current() instanceof RequestObservation it ? it : null;
    }

    @Override
    public void add(Step step) {
        observers.observe(new StepContext(observers.now(), request, requestId, flow, errorId), step);
    }

    /** Replaces the request by the client's own, which a proxy or the site's server sent on. */
    public void sent(Request byClient) {
        http = byClient;
    }

    /** Keeps the peer's address from events: it is not the client's, which is unknown. */
    public void hideAddress() {
        hidesAddress = true;
    }

    /** Returns what events tell of this request. */
    public EventRequest eventRequest() {
        return new EventRequest(
                requestId == null ? request.toString() : requestId,
                hidesAddress ? null : observers.clientAddress(http),
                http.header("user-agent").orElse(null));
    }

    /** Returns whether the sign-in of this request is known. */
    public boolean hasFlow() {
        return flow != null;
    }

    /** Says to which sign-in this request belongs. */
    public void join(Id signIn) {
        flow = signIn;
    }

    /** Reports an error that is logged. The request may go on. */
    public void report(AuthException error) {
        errorId = error.errorId();
        add(new Step.ErrorReport(error.type(), error.provider() == null ? null : provider(error.provider())));
    }

    /** Remembers why the request failed. */
    public void fail(ErrorType type) {
        failure = type;
    }

    /** Returns why the request failed; {@code null} if it did not. */
    public @Nullable ErrorType failure() {
        return failure;
    }

    /** Returns a configured provider, or {@link ProviderId#UNKNOWN}. */
    public ProviderId provider(String id) {
        return observers.provider(id);
    }

    /** Returns the sign-in that a secret of it names, such as the token of a link. */
    public Id flowOf(String secret) {
        return observers.flowOf(secret);
    }

    public Digest digest(String value) {
        return observers.digest(value);
    }
}
