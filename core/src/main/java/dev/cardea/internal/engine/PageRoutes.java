package dev.cardea.internal.engine;

import dev.cardea.action.InternalResponse;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.config.Settings;
import dev.cardea.internal.flow.Csrf;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.page.ConfirmLinkView;
import dev.cardea.internal.page.ErrorView;
import dev.cardea.internal.page.Pages;
import dev.cardea.internal.page.SignInView;
import dev.cardea.internal.page.SignOutView;
import dev.cardea.internal.page.VerifyRequestView;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The pages: the application's own where it has one, else the built-in. */
final class PageRoutes {
    private static final Pattern ERROR_ID = Pattern.compile("[0-9a-f]{16}");

    private final Settings settings;
    private final Pages pages;

    PageRoutes(Settings settings) {
        this.settings = settings;
        pages = new Pages(settings.theme, settings.texts);
    }

    InternalResponse signIn(MethodRequest visit, Csrf.Verdict verdict) {
        var request = visit.request();
        var error = request.error().filter(text -> !text.isEmpty()).orElse(null);
        var own = settings.pages.signIn();
        if (own != null) {
            var query = Redirects.parameter("callbackUrl", visit.callbackUrl());
            if (error != null) query += "&" + Redirects.parameter("error", error);
            return InternalResponse.redirect(Redirects.page(own, request.origin(), query), List.of());
        }
        var view = new SignInView(
                settings.providers,
                request.baseUrl(),
                verdict.token(),
                visit.callbackUrl(),
                error,
                request.query().get("email"),
                errorId(visit));
        return shown(pages.signIn(view, locale(visit)), visit);
    }

    /** To the sign-in page, the application's own at once. */
    InternalResponse toSignIn(MethodRequest visit) {
        var own = settings.pages.signIn();
        var origin = visit.request().origin();
        if (own == null) return InternalResponse.redirect(visit.request().baseUrl() + "/signin", List.of());
        var query = Redirects.parameter("callbackUrl", visit.callbackUrl());
        return InternalResponse.redirect(Redirects.page(own, origin, query), List.of());
    }

    InternalResponse signOut(MethodRequest visit, Csrf.Verdict verdict) {
        var own = settings.pages.signOut();
        if (own != null) return to(own, visit, "");
        return shown(pages.signOut(new SignOutView(visit.request().url(), verdict.token()), locale(visit)), visit);
    }

    InternalResponse error(MethodRequest visit) {
        var error = visit.request().error().orElse(null);
        var own = settings.pages.error();
        if (own != null) return to(own, visit, error == null ? "" : Redirects.parameter("error", error));
        var view =
                new ErrorView(error, visit.request().origin(), visit.request().baseUrl() + "/signin", errorId(visit));
        return shown(pages.error(view, locale(visit)), visit);
    }

    InternalResponse verifyRequest(MethodRequest visit) {
        var own = settings.pages.verifyRequest();
        if (own != null)
            return to(own, visit, WebUrl.escape(visit.request().http().rawQuery()));
        return shown(pages.verifyRequest(new VerifyRequestView(visit.request().origin()), locale(visit)), visit);
    }

    /** The page of a link in a mail: nothing is looked up for it, so opening it uses nothing up. */
    InternalResponse confirmLink(MethodRequest visit, Csrf.Verdict verdict) {
        var request = visit.request();
        var token = request.query().get("token");
        var email = request.query().get("email");
        if (token == null || token.isEmpty() || email == null || email.isEmpty()) {
            throw new AuthException(ErrorType.VERIFICATION, "the link has no token or no email");
        }
        var action = request.baseUrl() + "/callback/" + request.providerId().orElseThrow();
        var view = new ConfirmLinkView(action, verdict.token(), visit.callbackUrl(), token, email);
        return shown(pages.confirmLink(view, locale(visit)), visit);
    }

    private static InternalResponse to(String page, MethodRequest visit, String query) {
        return InternalResponse.redirect(Redirects.page(page, visit.request().origin(), query), List.of());
    }

    private InternalResponse shown(Response page, MethodRequest visit) {
        var gone = errorId(visit) == null
                ? List.<Cookie>of()
                : List.of(Cookie.deleted(
                        ErrorResponder.ERROR_ID_COOKIE,
                        CookieOptions.DEFAULT.secure(visit.request().isHttps())));
        return new InternalResponse(
                page.status() == 200 ? null : page.status(), page.headers(), page.text(), null, gone);
    }

    /**
     * Returns the reference of the error that led to this page; {@code null} if the cookie does not contain a valid
     * one.
     */
    private static @Nullable String errorId(MethodRequest visit) {
        var id = visit.request().cookies().get(ErrorResponder.ERROR_ID_COOKIE);
        return id != null && ERROR_ID.matcher(id).matches() ? id : null;
    }

    private Locale locale(MethodRequest visit) {
        return settings.texts.locale(
                visit.request().http().header("accept-language").orElse(null));
    }
}
