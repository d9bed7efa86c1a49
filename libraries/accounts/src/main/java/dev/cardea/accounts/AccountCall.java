package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.http.Form;
import dev.cardea.http.WebUrl;
import dev.cardea.module.RouteRequest;
import dev.cardea.text.Texts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request for a page of an account: its fields, its language, and the response to what is wrong. */
final class AccountCall {
    private final RouteRequest call;
    private final Texts texts;
    private final String path;
    private final @Nullable String ownPage;

    /**
     * @param path of the page, below the base path
     * @param ownPage of the application, in place of the built-in one
     */
    AccountCall(RouteRequest call, Texts texts, String path, @Nullable String ownPage) {
        this.call = call;
        this.texts = texts;
        this.path = path;
        this.ownPage = ownPage;
    }

    String text(String key) {
        return texts.get(call.locale(), key);
    }

    String text(String key, String value) {
        return texts.get(call.locale(), key, value);
    }

    /** Returns a field as it was entered; empty if it is absent. */
    String field(String name) {
        var value = call.request().field(name);
        return value == null ? "" : value;
    }

    boolean isSent(String name) {
        return call.request().field(name) != null;
    }

    /** Returns a text without what a field of a form can't have, and databases reject: control characters and halves of one. */
    static String storable(String entered) {
        return entered.codePoints()
                .filter(it -> !Character.isISOControl(it) && Character.getType(it) != Character.SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    String path() {
        return path;
    }

    FormPage page(String title, String heading) {
        return FormPage.of(call, path, text(title), text(heading));
    }

    /** Returns a known error of the URL, so that no other text is shown on the page. */
    @Nullable FormFault faultOfUrl() {
        return call.request()
                .error()
                .filter(code -> code.matches("[A-Za-z]{3,39}") && AccountTexts.hasMessage(code))
                .map(code -> fault(code, null, ""))
                .orElse(null);
    }

    /**
     * Makes an error.
     *
     * @param field that it is about; {@code null}: none
     * @param value in the text; empty: none
     */
    FormFault fault(String code, @Nullable String field, String value) {
        return new FormFault(code, text("message." + code, value), field);
    }

    /** Responds with the page and its error: 400, or where that is asked for its URL. */
    InternalResponse refuse(FormFault fault, Supplier<FormPage> page) {
        return refuse(400, fault, page);
    }

    /** Responds with the page and its error in this status, or where that is asked for its URL. */
    InternalResponse refuse(int status, FormFault fault, Supplier<FormPage> page) {
        if (!call.request().returnsRedirect() && ownPage == null)
            return page.get().respond(status);
        return InternalResponse.redirect(url(Map.of("error", fault.error())), List.of());
    }

    boolean wantsJson() {
        return FormPage.wantsJson(call);
    }

    /** Returns the redirect to the application's own page, if it has one and the request isn't one of that page. */
    Optional<InternalResponse> toOwnPage() {
        return toOwnPage(Map.of());
    }

    /** As {@link #toOwnPage()}, with further parameters. */
    Optional<InternalResponse> toOwnPage(Map<String, String> further) {
        if (ownPage == null || wantsJson()) return Optional.empty();
        var passed = new LinkedHashMap<>(further);
        call.request().error().ifPresent(code -> passed.put("error", code));
        var notice = call.request().query().get("notice");
        if (notice != null) passed.put("notice", notice);
        return Optional.of(InternalResponse.redirect(url(passed), List.of()));
    }

    /** Returns the URL of this page, with the callback URL and further parameters. */
    String url(Map<String, String> further) {
        var own = ownPage;
        var page = own == null
                ? call.request().baseUrl() + path
                : own.startsWith("/") ? call.request().origin() + own : own;
        var all = new LinkedHashMap<String, String>();
        callbackUrl().ifPresent(url -> all.put("callbackUrl", url));
        all.putAll(further);
        if (all.isEmpty()) return WebUrl.escape(page);
        return WebUrl.escape(page) + (page.indexOf('?') < 0 ? "?" : "&") + Form.encode(all);
    }

    /** Returns the URL of another page of the account, which keeps the callback URL. */
    String urlOf(String otherPath) {
        var url = call.request().baseUrl() + otherPath;
        return callbackUrl()
                .map(it -> url + "?" + Form.encode(Map.of("callbackUrl", it)))
                .orElse(url);
    }

    /** Returns where the visitor asked to go afterwards; empty if the request doesn't say. */
    Optional<String> callbackUrl() {
        var entered = call.request().field("callbackUrl");
        var asked = entered == null ? call.request().query().get("callbackUrl") : entered;
        return asked == null || asked.isEmpty() ? Optional.empty() : Optional.of(call.callbackUrl());
    }

    /** Returns the hidden fields of a form. */
    Map<String, String> hidden() {
        return callbackUrl().map(url -> Map.of("callbackUrl", url)).orElse(Map.of());
    }

    /** Returns the hidden fields of a form that does one of several things. */
    Map<String, String> hidden(String action) {
        var all = new LinkedHashMap<>(hidden());
        all.put("do", action);
        return all;
    }

    String origin() {
        return call.request().origin();
    }

    String host() {
        return host(origin());
    }

    static String host(String origin) {
        return WebUrl.parse(origin).map(WebUrl::host).orElse(origin);
    }

    /** Returns what a password must not be made of: the site and the user. */
    List<String> about(@Nullable String email, @Nullable String name) {
        var all = new ArrayList<String>();
        all.add(host());
        if (email != null) all.add(email.substring(0, Math.max(0, email.indexOf('@'))));
        if (name != null) all.add(name);
        return all;
    }
}
