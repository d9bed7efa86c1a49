package dev.cardea.internal.engine;

import dev.cardea.action.InternalResponse;
import dev.cardea.hook.Callbacks;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.flow.SignOutFlow;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.internal.session.SessionStrategy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads, changes and ends the session. */
final class SessionRoutes {
    private final SessionStrategy sessions;
    private final SignOutFlow signOutFlow;
    private final FederatedLogout federatedLogout;
    private final Callbacks callbacks;
    private final boolean byCode;

    /** @param byCode whether code calls the action: it gets every failure, even if the browser's part has succeeded */
    SessionRoutes(
            SessionStrategy sessions,
            SignOutFlow signOutFlow,
            FederatedLogout federatedLogout,
            Callbacks callbacks,
            boolean byCode) {
        this.sessions = sessions;
        this.signOutFlow = signOutFlow;
        this.federatedLogout = federatedLogout;
        this.callbacks = callbacks;
        this.byCode = byCode;
    }

    InternalResponse session(MethodRequest request, SessionStrategy.@Nullable Update update) {
        // Browsers get what Auth.js sends them. A site's server asks with each page, so it gets what is due.
        var reissue = byCode && update == null ? SessionStrategy.Reissue.WHEN_DUE : SessionStrategy.Reissue.ALWAYS;
        var read = sessions.read(request.sessionCookie(), update, reissue);
        var observation = RequestObservation.current();
        if (observation != null && read.failure() != null)
            observation.fail(read.failure().type());
        if (byCode) ServerView.requireAnswered(read);
        var session = byCode && update == null ? ServerView.forSite(read, callbacks) : read.session();
        return InternalResponse.json(200, session == null ? null : session.json(), read.cookies());
    }

    InternalResponse signOut(MethodRequest request) {
        var cookie = request.sessionCookie();
        var target =
                Redirects.location(request.callbackUrl(), request.authRequest().origin());
        if (cookie.token() == null) return InternalResponse.redirect(target, List.of());
        signOutFlow.end(cookie, byCode);
        var isFederated = String.valueOf(request.authRequest().body().value("federated"));
        var next = federatedLogout.begin(
                request.authRequest().origin(), request.cookies(), target, isFederated.equals("true"));
        return InternalResponse.redirect(next.to(), next.cookies()).after(cookie.clear());
    }
}
