package dev.cardea.tests.fault;

import static dev.cardea.error.ErrorType.AUTH_ERROR;
import static dev.cardea.error.ErrorType.CALLBACK_ROUTE_ERROR;
import static dev.cardea.error.ErrorType.ERROR_PAGE_LOOP;
import static dev.cardea.error.ErrorType.INVALID_CHECK;
import static dev.cardea.error.ErrorType.INVALID_PROVIDER;
import static dev.cardea.error.ErrorType.MISSING_ADAPTER;
import static dev.cardea.error.ErrorType.OAUTH_CALLBACK_ERROR;
import static dev.cardea.error.ErrorType.UNKNOWN_ACTION;
import static dev.cardea.error.ErrorType.UNTRUSTED_HOST;
import static dev.cardea.tests.fault.FaultSite.APP;

import dev.cardea.config.PagesOptions;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.cookies.CookieOverride;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.EmailProvider;
import dev.cardea.recorder.Trace;
import dev.cardea.testing.Inbox;
import java.util.List;

/** What configurations and proxies do to a sign-in. */
final class ConfigurationFaultCases {
    static final List<FaultCase> ALL = List.of(
            new FaultCase("R33", UNTRUSTED_HOST, "neither url nor trustHost is set", ConfigurationFaultCases::host),
            new FaultCase(
                    "R34", OAUTH_CALLBACK_ERROR, "url is http, the proxy is https", ConfigurationFaultCases::http),
            new FaultCase("R35", UNKNOWN_ACTION, "the site is mounted elsewhere", ConfigurationFaultCases::basePath),
            new FaultCase("R36", INVALID_CHECK, "the cookies are for another domain", ConfigurationFaultCases::domain),
            new FaultCase("R37", CALLBACK_ROUTE_ERROR, "the proxy drops large headers", ConfigurationFaultCases::large),
            new FaultCase("R38", INVALID_CHECK, "two processes, two secrets", ConfigurationFaultCases::processes),
            new FaultCase("R39", INVALID_PROVIDER, "the address names no provider", ConfigurationFaultCases::unknown),
            new FaultCase("R40", AUTH_ERROR, "the redirect callback returns nothing", ConfigurationFaultCases::leaves),
            new FaultCase("R41", ERROR_PAGE_LOOP, "the error page asks for a sign-in", ConfigurationFaultCases::loop),
            new FaultCase("R42", MISSING_ADAPTER, "links without a store", ConfigurationFaultCases::capability));

    private ConfigurationFaultCases() {}

    private static Trace host(Watch watch) {
        var site = new FaultSite.Setup().url(null).open(watch);
        site.browser.open(APP + "/auth/signin");
        return site.failure();
    }

    /** The proxy encrypts, and its answers come from an address that is not encrypted. */
    private static Trace http(Watch watch) {
        var site = new FaultSite.Setup().url("http://app.example").open(watch);
        var direct = site.front;
        site.front = request -> direct.handle(behindProxy(request));
        site.provider = blaming(site.op);
        site.postSignIn();
        return site.failure();
    }

    private static Request behindProxy(Request request) {
        return Request.of(
                request.method(),
                "http",
                request.target(),
                request.headers().set("x-forwarded-proto", "https"),
                request.body(),
                "10.0.0.2");
    }

    /** Tells the application about an unknown address by the registered one, as some large providers do. */
    private static HttpHandler blaming(HttpHandler op) {
        return request -> {
            var answer = op.handle(request);
            if (!request.path().equals("/authorize") || answer.status() != 400) return answer;
            var state = Form.first(request.rawQuery(), "state").orElse("");
            return Response.redirect(FaultSite.CALLBACK + "?error=redirect_uri_mismatch&iss="
                    + Form.encodeComponent(FaultSite.OP) + "&state=" + Form.encodeComponent(state));
        };
    }

    private static Trace basePath(Watch watch) {
        var site = FaultSite.open(watch);
        site.browser.open(APP + "/api/auth/callback/op?code=Xc81-code-of-the-provider&state=s");
        return site.failure();
    }

    private static Trace domain(Watch watch) {
        var other = CookieOverride.options(it -> it.domain("elsewhere.example"));
        var site = FaultSite.with(it -> it.trustHost(true)
                        .cookie(AuthCookie.STATE, other)
                        .cookie(AuthCookie.NONCE, other)
                        .cookie(AuthCookie.PKCE_CODE_VERIFIER, other))
                .url(null)
                .open(watch);
        site.begin();
        return site.failure();
    }

    private static Trace large(Watch watch) {
        var site = FaultSite.open(watch);
        var direct = site.front;
        site.front = request -> withoutLarge(direct.handle(request));
        var lost = site.begin();
        site.browser.open(lost.url());
        return site.failure();
    }

    private static Response withoutLarge(Response answer) {
        boolean hasSession = answer.headers().all("Set-Cookie").stream().anyMatch(it -> it.contains("session-token"));
        return hasSession ? Response.of(502, "text/html", "<h1>Bad gateway</h1>") : answer;
    }

    private static Trace processes(Watch watch) {
        var first = FaultSite.open(watch);
        var second = new FaultSite.Setup()
                .secret("Ry50nGf3-secret-of-another-process-01234")
                .open(watch);
        var asked = first.asked();
        first.front = second.front;
        FaultSite.answer(asked);
        return second.failure();
    }

    private static Trace unknown(Watch watch) {
        var site = FaultSite.open(watch);
        site.browser.open(APP + "/auth/callback/Mq37-not-a-provider?code=c&state=s");
        return site.failure();
    }

    private static Trace leaves(Watch watch) {
        var leaving = Callbacks.DEFAULT.redirect(params -> "");
        var site = FaultSite.with(it -> it.callbacks(leaving)).open(watch);
        site.browser.open(APP + "/auth/signin?callbackUrl=%2Fdash");
        return site.failure();
    }

    private static Trace loop(Watch watch) {
        var site = FaultSite.with(it -> it.pages(PagesOptions.NONE.error("/oops")))
                .url(null)
                .open(watch);
        site.browser.open(APP + "/auth/signin?callbackUrl=%2Foops");
        return site.failure();
    }

    /** Of a configuration that is made for each request. */
    private static Trace capability(Watch watch) {
        var site = FaultSite.with(it -> it.provider(EmailProvider.of("email", new Inbox())))
                .adapter(null)
                .open(watch);
        site.browser.open(APP + "/auth/signin");
        return site.failure();
    }
}
