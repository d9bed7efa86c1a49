package dev.cardea.internal.page;

import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.origin.SiteName;
import dev.cardea.internal.page.templates.JteboundlinkGenerated;
import dev.cardea.internal.page.templates.JteconfirmlinkGenerated;
import dev.cardea.internal.page.templates.JteentercodeGenerated;
import dev.cardea.internal.page.templates.JteerrorGenerated;
import dev.cardea.internal.page.templates.JteforbiddenGenerated;
import dev.cardea.internal.page.templates.JtemoduleGenerated;
import dev.cardea.internal.page.templates.JtesigninGenerated;
import dev.cardea.internal.page.templates.JtesignoutGenerated;
import dev.cardea.internal.page.templates.JteverifyrequestGenerated;
import dev.cardea.model.EmailAddress;
import dev.cardea.model.User;
import dev.cardea.module.ModulePage;
import dev.cardea.provider.Endpoint;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.Theme;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.text.Texts;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The built-in pages in one theme. Text from visitors is escaped, and shown only where it cannot mislead. */
public final class Pages {
    private static final Set<String> WITHOUT_WAY_BACK = Set.of("default", "Configuration");

    private static final Set<String> ACCOUNT = Set.of(
            "Signin", "OAuthSignin", "OAuthCallbackError", "OAuthCreateAccount", "EmailCreateAccount", "Callback");

    private static final List<String> LOOPBACK = List.of("http://localhost:*", "http://127.0.0.1:*");

    /** Only the pages with a code have it, so that all others stay as short as they are. */
    private static final String CODE_STYLE = Inline.load("code.css");

    private final SiteName name;
    private final Theme theme;
    private final Texts texts;

    public Pages(SiteName name, Theme theme, Texts texts) {
        this.name = name;
        this.theme = theme;
        this.texts = texts;
    }

    public Response signIn(SignInView view, Locale locale) {
        var frame = frame(locale, "signin.title", view.providers());
        var forms = new ProviderForms(view, texts, locale);
        var address = forms.address();
        return page(
                200,
                frame,
                Stream.concat(
                        loopback(view.baseUrl()), view.providers().stream().flatMap(Pages::plain)),
                out -> JtesigninGenerated.render(
                        out,
                        null,
                        frame,
                        texts.get(locale, "signin.heading", name.at(view.baseUrl())),
                        message(view.error(), locale),
                        view.errorId() == null ? null : texts.get(locale, "error.reference", view.errorId()),
                        view.user() == null ? null : signedIn(view.user(), locale),
                        view.baseUrl() + "/signout",
                        texts.get(locale, "signin.signout"),
                        address,
                        address == null ? null : SignInView.ERROR_ID,
                        forms.all(),
                        view.csrfToken(),
                        texts.get(locale, "signin.or"),
                        texts.get(locale, "signin.none")));
    }

    /** An attacker chooses the name and an unverified address, and may have signed the visitor in. */
    private String signedIn(User user, Locale locale) {
        return user.email() == null || user.emailVerified() == null
                ? texts.get(locale, "signin.user.unverified")
                : texts.get(locale, "signin.user", user.email());
    }

    public Response signOut(SignOutView view, Locale locale) {
        var frame = frame(locale, "signout.title", List.of());
        return page(
                200,
                frame,
                view.formAction(),
                out -> JtesignoutGenerated.render(
                        out,
                        null,
                        frame,
                        texts.get(locale, "signout.heading"),
                        texts.get(locale, "signout.question"),
                        texts.get(locale, "signout.button"),
                        view.formAction(),
                        view.csrfToken()));
    }

    public Response error(int status, ErrorView view, Locale locale) {
        var known = known(view);
        var frame = frame(locale, "error.title", List.of());
        boolean wayBack = !WITHOUT_WAY_BACK.contains(known);
        return page(
                status,
                frame,
                view.site(),
                out -> JteerrorGenerated.render(
                        out,
                        null,
                        frame,
                        texts.get(locale, "error." + known + ".heading"),
                        view.retryAfter() == null
                                ? texts.get(locale, "error." + known + ".text")
                                : texts.get(locale, "error." + known + ".wait", duration(view.retryAfter(), locale)),
                        wayBack ? view.signInUrl() : null,
                        texts.get(locale, "error.signin"),
                        known.equals("default") ? view.site() : null,
                        name.at(view.site()),
                        view.errorId() == null ? null : texts.get(locale, "error.reference", view.errorId())));
    }

    private String known(ErrorView view) {
        var error = view.error();
        return error != null && isPlain(error) && texts.has("error." + error + ".heading") ? error : "default";
    }

    /** Shows a page of a module in the frame of all pages. */
    public Response ofModule(int status, ModulePage page, String site, Locale locale) {
        var frame = titled(locale, page.title(), List.of())
                .with(page.style(), page.hasPasskeys() ? Inline.PASSKEY_SCRIPT : null);
        return page(status, frame, site, out -> JtemoduleGenerated.render(out, null, frame, page.html()));
    }

    /** Answers with status 403. Offers a signed-in user a change to another account. */
    public Response forbidden(ForbiddenView view, Locale locale) {
        var frame = frame(locale, "forbidden.title", List.of());
        var user = view.user();
        return page(
                403,
                frame,
                view.site(),
                out -> JteforbiddenGenerated.render(
                        out,
                        null,
                        frame,
                        texts.get(locale, "forbidden.heading"),
                        user == null
                                ? texts.get(locale, "forbidden.visitor")
                                : user.isEmpty()
                                        ? texts.get(locale, "forbidden.account")
                                        : texts.get(locale, "forbidden.user", user),
                        user == null ? null : view.signOutUrl(),
                        texts.get(locale, "forbidden.signout"),
                        view.site(),
                        texts.get(locale, "forbidden.site", name.at(view.site()))));
    }

    public Response verifyRequest(VerifyRequestView view, Locale locale) {
        var frame = frame(locale, "verify.title", List.of());
        return page(
                200,
                frame,
                view.site(),
                out -> JteverifyrequestGenerated.render(
                        out,
                        null,
                        frame,
                        texts.get(locale, "verify.heading"),
                        texts.get(locale, "verify.text"),
                        view.site(),
                        name.at(view.site())));
    }

    /** Shows the field for a code, with the address that the code was sent to. */
    public Response enterCode(int status, EnterCodeView view, Locale locale) {
        var frame = frame(locale, "code.title", List.of()).with(CODE_STYLE, null);
        return page(
                status,
                frame,
                view.formAction(),
                out -> JteentercodeGenerated.render(
                        out,
                        null,
                        frame,
                        texts.get(locale, view.hasField() ? "code.heading" : "code.new.heading"),
                        codeText(view, locale),
                        view.hasField() ? wrongCode(view.failure(), locale) : null,
                        texts.get(locale, "code.label"),
                        texts.get(locale, "code.button"),
                        texts.get(locale, view.hasField() ? "code.again" : "code.new.button"),
                        texts.get(locale, view.email() == null ? "error.signin" : "code.other"),
                        view));
    }

    private String codeText(EnterCodeView view, Locale locale) {
        var email = view.email();
        if (email == null) return texts.get(locale, "code.new.unknown");
        return texts.get(locale, view.hasField() ? "code.text" : "code.new.text", email);
    }

    private @Nullable String wrongCode(EnterCodeView.@Nullable Failure failure, Locale locale) {
        if (failure == null) return null;
        var left = failure.triesLeft();
        if (left == null) return texts.get(locale, "code.malformed");
        return texts.get(locale, left == 1 ? "code.wrong.last" : "code.wrong", String.valueOf(left));
    }

    /** Shows the code of a link in a browser that has not requested it. */
    public Response boundLink(BoundLinkView view, Locale locale) {
        var frame = frame(locale, "code.title", List.of()).with(CODE_STYLE, null);
        return page(
                200,
                frame,
                view.site(),
                out -> JteboundlinkGenerated.render(
                        out,
                        null,
                        frame,
                        texts.get(locale, view.hasCode() ? "code.link.heading" : "code.link.broken"),
                        texts.get(locale, view.hasCode() ? "code.link.text" : "code.link.again"),
                        view.hasCode() ? texts.get(locale, "code.link.warning") : null,
                        view));
    }

    /** Shows the address only if it is one: other text in a link would let an attacker write on this page. */
    public Response confirmLink(ConfirmLinkView view, Locale locale) {
        var frame = frame(locale, "confirm.title", List.of());
        return page(
                200,
                frame,
                view.formAction(),
                out -> JteconfirmlinkGenerated.render(
                        out,
                        null,
                        frame,
                        texts.get(locale, "confirm.heading", name.at(view.formAction())),
                        EmailAddress.isNormal(view.email())
                                ? texts.get(locale, "confirm.text", view.email())
                                : texts.get(locale, "confirm.short"),
                        texts.get(locale, "confirm.button"),
                        view));
    }

    /** Returns the duration in the largest unit that gives a small number, rounded up. */
    private String duration(long seconds, Locale locale) {
        if (seconds < 100) return amount(seconds, "second", locale);
        long minutes = (seconds + 59) / 60;
        return minutes < 100 ? amount(minutes, "minute", locale) : amount((minutes + 59) / 60, "hour", locale);
    }

    private String amount(long number, String unit, Locale locale) {
        return texts.get(locale, "duration." + unit + (number == 1 ? "" : "s"), String.valueOf(number));
    }

    private @Nullable String message(@Nullable String error, Locale locale) {
        if (error == null) return null;
        if (ACCOUNT.contains(error)) return texts.get(locale, "message.account");
        return texts.get(
                locale, isPlain(error) && texts.has("message." + error) ? "message." + error : "message.default");
    }

    private static boolean isPlain(String error) {
        return error.length() < 40 && error.chars().allMatch(Character::isLetter);
    }

    private Frame frame(Locale locale, String key, List<Provider> providers) {
        return titled(locale, texts.get(locale, key), providers);
    }

    private Frame titled(Locale locale, String title, List<Provider> providers) {
        boolean asksBrowser = providers.stream().anyMatch(WebAuthnProvider.class::isInstance);
        return new Frame(
                locale.toLanguageTag(),
                Texts.direction(locale),
                title,
                theme.colorScheme(),
                theme.logo(),
                StyleSheet.of(theme, providers),
                asksBrowser ? Inline.PASSKEY_SCRIPT : null);
    }

    private static Stream<WebUrl> loopback(String site) {
        return WebUrl.parse(site).filter(WebUrl::isLoopback).stream();
    }

    /** The addresses of a provider without TLS: in development, one on this machine for a site of https. */
    private static Stream<WebUrl> plain(Provider provider) {
        if (!(provider instanceof OAuthProvider oauth)) return Stream.empty();
        return Stream.of(oauth.issuer(), oauth.wellKnown(), urlOf(oauth.authorization()))
                .filter(Objects::nonNull)
                .flatMap(address -> WebUrl.parse(address).stream())
                .filter(address -> !address.isHttps());
    }

    private static @Nullable String urlOf(@Nullable Endpoint endpoint) {
        return endpoint == null ? null : endpoint.url();
    }

    private static Response page(int status, Frame frame, String site, Consumer<HtmlTemplateOutput> template) {
        return page(status, frame, loopback(site), template);
    }

    /** @param plain where a form may lead without TLS */
    private static Response page(int status, Frame frame, Stream<WebUrl> plain, Consumer<HtmlTemplateOutput> template) {
        var text = new StringOutput();
        template.accept(new OwaspHtmlTemplateOutput(text));
        return Response.of(status, "text/html; charset=utf-8", text.toString())
                .header("Content-Security-Policy", policy(frame, plain))
                .header("X-Content-Type-Options", "nosniff")
                .header("X-Frame-Options", "DENY")
                // Not no-referrer: browsers would then send Origin: null, and a form post could not be distinguished
                // from a cross-site one.
                .header("Referrer-Policy", "same-origin")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header(
                        "Permissions-Policy",
                        "camera=(), geolocation=(), microphone=(), payment=(),"
                                + " publickey-credentials-create=(self), publickey-credentials-get=(self)");
    }

    /** A form may end at a provider with any address, and browsers apply form-action to redirects too. */
    private static String policy(Frame frame, Stream<WebUrl> plain) {
        // A provider on this machine may redirect between the names of this machine.
        var more = plain.flatMap(url -> url.isLoopback() ? LOOPBACK.stream() : Stream.of(url.origin()))
                .distinct()
                .map(" "::concat)
                .collect(Collectors.joining());
        var script = frame.script();
        return "default-src 'none'; style-src " + Inline.hash(frame.style())
                + (script == null ? "" : "; script-src " + Inline.hash(script) + "; connect-src 'self'")
                + "; img-src 'self' https: data:; form-action 'self' https:"
                + more
                + "; frame-ancestors 'none'; base-uri 'none'; object-src 'none'";
    }
}
