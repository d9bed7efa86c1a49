package dev.cardea.internal.engine;

import dev.cardea.action.AuthRequest;
import dev.cardea.action.BadRequestException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Events;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.config.InvalidConfigurationException;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.config.SitePaths;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.page.ErrorView;
import dev.cardea.internal.page.Pages;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.module.Route;
import java.time.Clock;
import java.util.Map;
import java.util.Set;

/** Answers while the configuration is invalid: every visitor gets an error, and no user is signed in. */
public final class MisconfiguredResponder {
    private static final Set<String> PAGES = Set.of("signin", "signout", "error", "verify-request");
    private static final String MESSAGE =
            "{\"message\":\"The server's sign-in isn't set up correctly. See the server log for the error.\"}";

    private final AuthException error;
    private final InvalidConfigurationException.ErrorPageSettings settings;
    private final Map<String, Route> routes;
    private final EventPublisher publisher;

    private MisconfiguredResponder(
            AuthException error, InvalidConfigurationException.ErrorPageSettings settings, Map<String, Route> routes) {
        this.error = error;
        this.settings = settings;
        this.routes = routes;
        publisher = new EventPublisher(Events.NONE, settings.logger());
    }

    public static MisconfiguredResponder of(RuntimeException e) {
        if (e instanceof InvalidConfigurationException refused)
            return new MisconfiguredResponder(refused, refused.pageSettings(), Map.of());
        if (e instanceof AuthException auth)
            return new MisconfiguredResponder(auth, InvalidConfigurationException.ErrorPageSettings.DEFAULT, Map.of());
        return new MisconfiguredResponder(
                new ConfigurationException(ErrorType.INVALID_CONFIGURATION, "the configuration function threw", e),
                InvalidConfigurationException.ErrorPageSettings.DEFAULT,
                Map.of());
    }

    public static MisconfiguredResponder of(AuthException error, Site site) {
        var settings = site.settings();
        return new MisconfiguredResponder(
                error,
                new InvalidConfigurationException.ErrorPageSettings(
                        site.paths(),
                        settings.siteName,
                        settings.ownPages,
                        settings.ownTheme,
                        settings.texts,
                        settings.logger,
                        settings.observerOptions),
                settings.routes);
    }

    /** Answers a request for which there is no engine. Modules get its steps from here. */
    public Response answer(Request request, SharedState shared, Clock clock) {
        var observers = shared.modules().of(settings.observerOptions(), () -> null, settings.logger()::warn);
        return MisconfiguredSteps.observe(request, observers, clock, publisher, () -> answer(request));
    }

    public Response answer(Request request) {
        log();
        if (!isAction(request)) return ResponseWriter.badRequest();
        return ResponseWriter.uncached(respond(request)).header(ResponseWriter.ERROR_ID, error.errorId());
    }

    /** The answer instead of a protected page. */
    public Response pageResponse() {
        log();
        return ResponseWriter.uncached(Response.json(FailureKind.FAILED.status(), MESSAGE))
                .header(ResponseWriter.ERROR_ID, error.errorId());
    }

    /** Returns whether a request is below the base path. */
    public boolean handles(Request request) {
        return settings.paths().isRoute(request);
    }

    /** Returns a copy for an application that its framework serves below a path. */
    public MisconfiguredResponder at(String contextPath) {
        return new MisconfiguredResponder(error, settings.at(contextPath), routes);
    }

    public void log() {
        publisher.log(error);
    }

    private Response respond(Request request) {
        if (!request.method().equals("GET") || !PAGES.contains(lastSegment(request)))
            return Response.json(FailureKind.FAILED.status(), MESSAGE);
        var page = settings.errorPage();
        if (page == null) return builtIn(request);
        var callbackUrl = Form.first(request.rawQuery(), "callbackUrl").orElse("");
        if (callbackUrl.startsWith(page)) {
            publisher.log(new AuthException(ErrorType.ERROR_PAGE_LOOP, null));
            return builtIn(request);
        }
        return Response.redirect(Redirects.page(page, origin(request), "error=Configuration"));
    }

    private Response builtIn(Request request) {
        var origin = origin(request);
        var paths = settings.paths();
        var view = new ErrorView(
                "Configuration", origin + paths.home(), origin + paths.basePath() + "/signin", error.errorId());
        var locale = settings.texts().locale(request.header("accept-language").orElse(null));
        return new Pages(settings.siteName(), paths.theme(settings.theme()), settings.texts())
                .error(FailureKind.FAILED.status(), view, locale);
    }

    private boolean isAction(Request request) {
        try {
            AuthRequest.parse(request, "http://localhost", settings.paths().received(), routes);
            return true;
        } catch (BadRequestException e) {
            return false;
        }
    }

    private static String lastSegment(Request request) {
        var path = SitePaths.trimmed(request.path());
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The host as it was sent: nothing but this page is built on it. */
    private static String origin(Request request) {
        return WebUrl.parse(request.url()).map(WebUrl::origin).orElse("");
    }
}
