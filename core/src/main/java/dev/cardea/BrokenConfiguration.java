package dev.cardea;

import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.flow.Redirects;
import dev.cardea.hook.Events;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.page.ErrorView;
import dev.cardea.page.Pages;
import dev.cardea.session.Telling;
import java.util.Set;

/** The answer while the configuration cannot be used: closed, whoever asks. */
final class BrokenConfiguration {
    private static final Set<String> PAGES = Set.of("signin", "signout", "error", "verify-request");
    private static final String MESSAGE =
            "{\"message\":\"The server's sign-in is not set up correctly. Its log says what is wrong.\"}";

    private final AuthException error;
    private final RefusedConfiguration.Look look;
    private final Telling telling;

    private BrokenConfiguration(AuthException error, RefusedConfiguration.Look look) {
        this.error = error;
        this.look = look;
        telling = new Telling(Events.NONE, look.logger());
    }

    static BrokenConfiguration of(RuntimeException e) {
        if (e instanceof RefusedConfiguration refused) return new BrokenConfiguration(refused, refused.look());
        if (e instanceof AuthException auth) return new BrokenConfiguration(auth, RefusedConfiguration.Look.DEFAULT);
        return new BrokenConfiguration(
                new ConfigurationException(ErrorType.INVALID_CONFIGURATION, "the configuration function threw", e),
                RefusedConfiguration.Look.DEFAULT);
    }

    static BrokenConfiguration of(AuthException error, AuthConfig config) {
        return new BrokenConfiguration(
                error,
                new RefusedConfiguration.Look(
                        config.basePath, config.pages, config.theme, config.texts, config.logger));
    }

    Response answer(Request request) {
        log();
        if (!isOurs(request)) return Answers.badRequest();
        return Answers.uncached(judged(request)).header(Answers.ERROR_ID, error.errorId());
    }

    /** The answer instead of a protected page. */
    Response closed() {
        log();
        return Answers.uncached(Response.json(500, MESSAGE)).header(Answers.ERROR_ID, error.errorId());
    }

    String basePath() {
        return look.basePath();
    }

    void log() {
        telling.log(error);
    }

    private Response judged(Request request) {
        if (!request.method().equals("GET") || !PAGES.contains(lastSegment(request)))
            return Response.json(500, MESSAGE);
        var page = look.pages().error();
        if (page == null) return builtIn(request);
        var callbackUrl = Form.first(request.rawQuery(), "callbackUrl").orElse("");
        if (callbackUrl.startsWith(page)) {
            telling.log(new AuthException(ErrorType.ERROR_PAGE_LOOP, null));
            return builtIn(request);
        }
        return Response.redirect(Redirects.page(page, origin(request), "error=Configuration"));
    }

    private Response builtIn(Request request) {
        var origin = origin(request);
        var view = new ErrorView("Configuration", origin, origin + look.basePath() + "/signin", error.errorId());
        var locale = look.texts().locale(request.header("accept-language").orElse(null));
        return new Pages(look.theme(), look.texts()).error(view, locale);
    }

    private boolean isOurs(Request request) {
        boolean method = request.method().equals("GET") || request.method().equals("POST");
        return method && Answers.isAction(request, look.basePath());
    }

    private static String lastSegment(Request request) {
        var path = EnvDefaults.trimmed(request.path());
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The host as it was sent: nothing but this page is built on it. */
    private static String origin(Request request) {
        return WebUrl.parse(request.url()).map(WebUrl::origin).orElse("");
    }
}
