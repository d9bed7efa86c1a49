package dev.cardea.internal.engine;

import dev.cardea.action.AuthRequest;
import dev.cardea.action.InternalResponse;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import dev.cardea.http.Form;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.flow.Csrf;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.method.InvalidCodeException;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.RequestedCode;
import dev.cardea.internal.page.BoundLinkView;
import dev.cardea.internal.page.ConfirmLinkView;
import dev.cardea.internal.page.EnterCodeView;
import dev.cardea.internal.page.ErrorView;
import dev.cardea.internal.page.Pages;
import dev.cardea.internal.page.SignInView;
import dev.cardea.internal.page.SignOutView;
import dev.cardea.internal.page.VerifyRequestView;
import dev.cardea.json.Claims;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.module.ModuleError;
import dev.cardea.module.ModulePage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The pages: the application's own where it has one, else the built-in; and the list that sites make their own of. */
final class PageRoutes {
    private static final Pattern ERROR_ID = Pattern.compile("[0-9a-f]{16}");

    private final Site site;
    private final Pages pages;

    PageRoutes(Site site) {
        this.site = site;
        var settings = site.settings();
        pages = new Pages(settings.siteName, site.theme(), settings.texts);
    }

    /** What browsers may know of the providers, as JSON. */
    InternalResponse providers(AuthRequest request) {
        var all = Claims.NONE;
        for (var provider : site.settings().providers) {
            all = all.with(
                    provider.id(),
                    Claims.of("id", provider.id())
                            .with("name", provider.name())
                            .with("type", provider.type().wire())
                            .with("signinUrl", request.baseUrl() + "/signin/" + provider.id())
                            .with("callbackUrl", request.baseUrl() + "/callback/" + provider.id()));
        }
        return InternalResponse.json(200, all, List.of());
    }

    /** @param signedIn the user to whom a new sign-in method is linked; asked for the built-in page only */
    InternalResponse signIn(MethodRequest request, Csrf.Verdict verdict, Supplier<Optional<User>> signedIn) {
        var authRequest = request.authRequest();
        var error = authRequest.error().filter(text -> !text.isEmpty()).orElse(null);
        var own = site.pages().signIn();
        if (own != null) {
            var query = Redirects.parameter("callbackUrl", request.callbackUrl());
            if (error != null) query += "&" + Redirects.parameter("error", error);
            return InternalResponse.redirect(Redirects.page(own, authRequest.origin(), query), List.of());
        }
        var step = site.settings().signInStep;
        var view = new SignInView(
                site.settings().providers,
                authRequest.baseUrl(),
                verdict.token(),
                request.callbackUrl(),
                shown(error, authRequest, "message.%s"),
                authRequest.query().get("email"),
                errorId(request),
                signedIn.get().orElse(null),
                site.pages(),
                site.settings().signInLinks,
                step == null || step.admitsNewUsers());
        return page(pages.signIn(view, locale(request)), request);
    }

    /** To the sign-in page, the application's own at once. */
    InternalResponse toSignIn(MethodRequest request) {
        var own = site.pages().signIn();
        var origin = request.authRequest().origin();
        if (own == null) return InternalResponse.redirect(request.authRequest().baseUrl() + "/signin", List.of());
        var query = Redirects.parameter("callbackUrl", request.callbackUrl());
        return InternalResponse.redirect(Redirects.page(own, origin, query), List.of());
    }

    InternalResponse signOut(MethodRequest request, Csrf.Verdict verdict) {
        var own = site.pages().signOut();
        if (own != null) return to(own, request, "");
        return page(
                pages.signOut(new SignOutView(request.authRequest().url(), verdict.token()), locale(request)), request);
    }

    InternalResponse error(MethodRequest request) {
        var error = request.authRequest().error().orElse(null);
        var own = site.pages().error();
        if (own != null) return to(own, request, error == null ? "" : Redirects.parameter("error", error));
        var view = new ErrorView(
                shown(error, request.authRequest(), "error.%s.heading"),
                home(request),
                request.authRequest().baseUrl() + "/signin",
                errorId(request));
        return page(pages.error(FailureKind.pageStatus(error), view, locale(request)), request);
    }

    /** Returns the code of a module's error if there is a text for it, or else the error. */
    private @Nullable String shown(@Nullable String error, AuthRequest request, String key) {
        var code = request.query().get("code");
        if (error == null || code == null || !ModuleError.isCode(code)) return error;
        return site.settings().texts.has(key.formatted(code)) ? code : error;
    }

    InternalResponse ofModule(MethodRequest request, int status, ModulePage page) {
        return page(pages.ofModule(status, page, request.authRequest().origin(), locale(request)), request);
    }

    /** @param code that was mailed; {@code null} after a link was */
    InternalResponse verifyRequest(MethodRequest request, Csrf.Verdict verdict, @Nullable RequestedCode code) {
        var own = site.pages().verifyRequest();
        if (own != null)
            return to(own, request, WebUrl.escape(request.authRequest().http().rawQuery()));
        if (code == null) {
            return page(pages.verifyRequest(new VerifyRequestView(home(request)), locale(request)), request);
        }
        var query = request.authRequest().query();
        var failure = !InvalidCodeException.ERROR_CODE.equals(query.get("code"))
                ? null
                : new EnterCodeView.Failure(triesLeft(query.get("triesLeft")));
        return page(pages.enterCode(200, enterCode(request, verdict, code, failure), locale(request)), request);
    }

    /** Only as a hint: anyone can write a link with another number. */
    private static @Nullable Integer triesLeft(@Nullable String sent) {
        return sent != null && sent.matches("[0-4]") ? Integer.valueOf(sent) : null;
    }

    /** The page once more. Scripts and pages of the application get to know the same from an address. */
    InternalResponse wrongCode(
            MethodRequest request, Csrf.Verdict verdict, RequestedCode code, InvalidCodeException failure) {
        var authRequest = request.authRequest();
        var own = site.pages().verifyRequest();
        if (own == null && !authRequest.returnsRedirect()) {
            var view = enterCode(request, verdict, code, new EnterCodeView.Failure(failure.triesLeft()));
            return page(pages.enterCode(400, view, locale(request)), request);
        }
        Map<String, String> query = new LinkedHashMap<>();
        query.put("provider", code.provider());
        query.put("type", ProviderType.EMAIL.wire());
        query.put("error", failure.type().publicCode());
        query.put("code", InvalidCodeException.ERROR_CODE);
        if (failure.triesLeft() != null) query.put("triesLeft", String.valueOf(failure.triesLeft()));
        return to(own == null ? site.paths().basePath() + "/verify-request" : own, request, Form.encode(query));
    }

    private EnterCodeView enterCode(
            MethodRequest request, Csrf.Verdict verdict, RequestedCode code, EnterCodeView.@Nullable Failure failure) {
        var authRequest = request.authRequest();
        return new EnterCodeView(
                authRequest.baseUrl() + "/callback/" + code.provider(),
                authRequest.baseUrl() + "/signin/" + code.provider(),
                authRequest.origin() + PageAddress.signIn(site),
                verdict.token(),
                code.email(),
                failure);
    }

    /** The page of a link that another browser has requested: nothing is looked up for it. */
    InternalResponse boundLink(MethodRequest request) {
        var view = new BoundLinkView(home(request), inLink("token", request));
        inLink("email", request);
        return page(pages.boundLink(view, locale(request)), request);
    }

    private static String inLink(String name, MethodRequest request) {
        var value = request.authRequest().query().get(name);
        if (value != null && !value.isEmpty()) return value;
        throw new AuthException(ErrorType.VERIFICATION, "the link has no token or no email");
    }

    /** The page of a link in a mail: nothing is looked up for it, so opening it uses nothing up. */
    InternalResponse confirmLink(MethodRequest request, Csrf.Verdict verdict) {
        var authRequest = request.authRequest();
        var token = inLink("token", request);
        var email = inLink("email", request);
        var action =
                authRequest.baseUrl() + "/callback/" + authRequest.providerId().orElseThrow();
        var view = new ConfirmLinkView(action, verdict.token(), request.callbackUrl(), token, email);
        return page(pages.confirmLink(view, locale(request)), request);
    }

    private static InternalResponse to(String page, MethodRequest request, String query) {
        return InternalResponse.redirect(
                Redirects.page(page, request.authRequest().origin(), query), List.of());
    }

    private String home(MethodRequest request) {
        return request.authRequest().origin() + site.paths().home();
    }

    private InternalResponse page(Response page, MethodRequest request) {
        var gone = errorId(request) == null
                ? List.<Cookie>of()
                : List.of(Cookie.deleted(
                        ErrorResponder.ERROR_ID_COOKIE,
                        CookieOptions.DEFAULT.secure(request.authRequest().isHttps())));
        return new InternalResponse(
                page.status() == 200 ? null : page.status(), page.headers(), page.text(), null, gone);
    }

    /**
     * Returns the reference of the error that led to this page; {@code null} if the cookie does not contain a valid
     * one.
     */
    private static @Nullable String errorId(MethodRequest request) {
        var id = request.authRequest().cookies().get(ErrorResponder.ERROR_ID_COOKIE);
        return id != null && ERROR_ID.matcher(id).matches() ? id : null;
    }

    Locale locale(MethodRequest request) {
        return site.settings()
                .texts
                .locale(request.authRequest().http().header("accept-language").orElse(null));
    }
}
