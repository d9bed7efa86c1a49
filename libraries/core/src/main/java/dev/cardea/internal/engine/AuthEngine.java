package dev.cardea.internal.engine;

import dev.cardea.action.InternalResponse;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.error.AuthException;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.config.Site;
import dev.cardea.module.RequestFilter;
import org.jspecify.annotations.Nullable;

/** Runs one configuration: passes each request to the endpoint that it is for, and holds the entries for code. */
public final class AuthEngine {
    private final Site site;
    private final RequestFilter filter;
    private final RequestSteps steps;
    private final @Nullable String transportSecurity;
    private final BrowserEndpoint browsers;
    private final BridgeEndpoint bridge;
    private final ServerActions serverActions;
    private final AccountActions accountActions;
    private final @Nullable StoreProbe storeProbe;

    /** @param storeProbe {@code null} without a store */
    AuthEngine(
            Site site,
            RequestSteps steps,
            BrowserEndpoint browsers,
            BridgeEndpoint bridge,
            ServerActions serverActions,
            AccountActions accountActions,
            @Nullable StoreProbe storeProbe) {
        this.site = site;
        this.steps = steps;
        this.browsers = browsers;
        this.bridge = bridge;
        this.serverActions = serverActions;
        this.accountActions = accountActions;
        this.storeProbe = storeProbe;
        filter = site.settings()
                .filter
                .at(site.paths().contextPath(), site.paths().received());
        transportSecurity = site.settings().address.transportSecurity();
    }

    /** Asks the store, if there is one, and waits for its answer. */
    public boolean isHealthy() {
        return storeProbe == null || storeProbe.answers();
    }

    public Site site() {
        return site;
    }

    public ServerActions serverActions() {
        return serverActions;
    }

    public AccountActions accountActions() {
        return accountActions;
    }

    /** Returns whether a request is below the base path, or for a page of a filter. */
    public boolean handles(Request http) {
        return site.paths().isRoute(http) || filter.handles(http.path());
    }

    public Response handle(Request http) {
        return filter.handle(http, request -> steps.route(request, () -> routes(request)));
    }

    private Response routes(Request http) {
        var answer = http.headers().has(BridgeSigner.HEADER) ? bridge.answer(http) : browsers.answer(http);
        return transportSecurity == null
                ? answer
                : answer.headers(answer.headers().set("Strict-Transport-Security", transportSecurity));
    }

    /** @throws AuthException where the request is refused */
    public InternalResponse raw(Request http) {
        return steps.call(http, () -> browsers.raw(http));
    }
}
