package dev.cardea.tests.fault;

import static dev.cardea.error.ErrorType.CALLBACK_ROUTE_ERROR;
import static dev.cardea.error.ErrorType.INVALID_CHECK;
import static dev.cardea.error.ErrorType.MISSING_CSRF;
import static dev.cardea.error.ErrorType.OAUTH_CALLBACK_ERROR;
import static dev.cardea.tests.fault.FaultSite.APP;
import static dev.cardea.tests.fault.FaultSite.CALLBACK;

import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.recorder.Trace;
import dev.cardea.testing.Client;
import dev.cardea.testing.Fault;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;

/** What browsers and visitors do to a sign-in. */
final class BrowserFaultCases {
    static final List<FaultCase> ALL = List.of(
            new FaultCase("R01", INVALID_CHECK, "the browser lost its cookies", BrowserFaultCases::lost),
            new FaultCase("R02", INVALID_CHECK, "two providers at once", BrowserFaultCases::twoProviders),
            new FaultCase("R03", INVALID_CHECK, "the visitor returned after twenty minutes", BrowserFaultCases::late),
            new FaultCase("R03", INVALID_CHECK, "the browser kept an old cookie", BrowserFaultCases::kept),
            new FaultCase("R04", INVALID_CHECK, "the proxy sends the return elsewhere", BrowserFaultCases::otherHost),
            new FaultCase("R04", MISSING_CSRF, "the site has two names", BrowserFaultCases::twoNames),
            new FaultCase("R05", INVALID_CHECK, "the secret was replaced", BrowserFaultCases::otherSecret),
            new FaultCase("R06", CALLBACK_ROUTE_ERROR, "two tabs with the same provider", BrowserFaultCases::twoTabs),
            new FaultCase("R07", CALLBACK_ROUTE_ERROR, "the provider sends no state", watch -> state(watch, true)),
            new FaultCase(
                    "R08", CALLBACK_ROUTE_ERROR, "the provider sends another state", watch -> state(watch, false)),
            new FaultCase(
                    "R09",
                    INVALID_CHECK,
                    "the provider posts its answer without being asked to",
                    BrowserFaultCases::posted),
            new FaultCase("R10", INVALID_CHECK, "from an application to the browser", BrowserFaultCases::embedded),
            new FaultCase("R11", INVALID_CHECK, "the back button", BrowserFaultCases::twice),
            new FaultCase("R12", OAUTH_CALLBACK_ERROR, "the visitor cancels", BrowserFaultCases::cancelled));

    private BrowserFaultCases() {}

    private static Trace lost(Watch watch) {
        var site = FaultSite.open(watch);
        var asked = site.asked();
        site.browser.clearCookies();
        FaultSite.answer(asked);
        return site.failure();
    }

    private static Trace twoProviders(Watch watch) {
        var site = FaultSite.with(it -> it.provider(FaultSite.op().id("second").name("Second ID")))
                .open(watch);
        site.op.client(Client.of("app", FaultSite.CLIENT_SECRET)
                .redirectUri(CALLBACK)
                .redirectUri(APP + "/auth/callback/second"));
        var asked = site.asked();
        site.browser.open(APP + "/auth/signin").press("Sign in with Second ID");
        FaultSite.answer(asked);
        return site.failure();
    }

    private static Trace late(Watch watch) {
        var site = FaultSite.open(watch);
        var asked = site.asked();
        site.clock.advance(Duration.ofMinutes(20));
        FaultSite.answer(asked);
        return site.failure();
    }

    /** Its clock is wrong, or it was asleep. */
    private static Trace kept(Watch watch) {
        var site = FaultSite.open(watch);
        var asked = site.asked();
        for (var cookie : site.browser.cookies(CALLBACK).entrySet()) {
            site.browser.setCookie(APP, cookie.getKey() + "=" + cookie.getValue() + "; Path=/; Secure");
        }
        site.clock.advance(Duration.ofMinutes(20));
        FaultSite.answer(asked);
        return site.failure();
    }

    private static Trace otherHost(Watch watch) {
        var site = FaultSite.with(it -> it.trustHost(true)).url(null).open(watch);
        var direct = site.front;
        site.front = request -> request.url().startsWith(CALLBACK)
                ? Response.redirect("https://www.app.example" + request.target())
                : direct.handle(request);
        site.begin();
        return site.failure();
    }

    private static Trace twoNames(Watch watch) {
        var site = new FaultSite.Setup().url("https://www.app.example").open(watch);
        site.op.client(
                Client.of("app", FaultSite.CLIENT_SECRET).redirectUri("https://www.app.example/auth/callback/op"));
        site.postSignIn();
        return site.failure();
    }

    private static Trace otherSecret(Watch watch) {
        var site = FaultSite.open(watch);
        var asked = site.asked();
        var setup = new FaultSite.Setup().secret("Wj26bTr0-the-next-secret-of-the-site-0123");
        site.reconfigure(watch::configure, setup);
        FaultSite.answer(asked);
        return site.failure();
    }

    private static Trace twoTabs(Watch watch) {
        var site = FaultSite.open(watch);
        var first = site.asked();
        site.asked();
        FaultSite.answer(first);
        return site.failure();
    }

    private static Trace state(Watch watch, boolean isMissing) {
        var site = FaultSite.open(watch);
        site.op.fault(isMissing ? Fault.ANSWER_STATE_MISSING : Fault.ANSWER_STATE_WRONG);
        site.begin();
        return site.failure();
    }

    private static Trace posted(Watch watch) {
        var site = FaultSite.open(watch);
        site.provider = posting(site.op);
        site.begin().press("Continue");
        return site.failure();
    }

    /** Posts its answer although that was not asked for. */
    private static HttpHandler posting(HttpHandler op) {
        return request -> {
            if (!request.path().equals("/authorize")) return op.handle(request);
            var params = new LinkedHashMap<>(Form.decode(request.rawQuery()));
            params.put("response_mode", "form_post");
            return op.handle(Request.get(FaultSite.OP + "/authorize?" + Form.encode(params)));
        };
    }

    private static Trace embedded(Watch watch) {
        var site = FaultSite.open(watch);
        site.agent = FaultSite.PHONE;
        var asked = site.asked();
        site.agent = FaultSite.CHROME;
        site.browser.clearCookies();
        FaultSite.answer(asked);
        return site.failure();
    }

    private static Trace twice(Watch watch) {
        var site = FaultSite.open(watch);
        var end = site.begin();
        site.browser.open(end.trail().stream()
                .filter(url -> url.startsWith(CALLBACK))
                .findFirst()
                .orElseThrow());
        return site.failure();
    }

    private static Trace cancelled(Watch watch) {
        var site = FaultSite.open(watch);
        site.asked().press("Go back");
        return site.failure();
    }
}
