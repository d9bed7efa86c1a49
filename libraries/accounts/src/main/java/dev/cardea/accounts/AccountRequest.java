package dev.cardea.accounts;

import dev.cardea.accounts.factor.TrustedBrowsers;
import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.Store;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.json.Claims;
import dev.cardea.model.Login;
import dev.cardea.model.UnlinkResult;
import dev.cardea.model.User;
import dev.cardea.module.ModuleError;
import dev.cardea.module.Proof;
import dev.cardea.module.RouteRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request of the signed-in user for a page of the account. Not for sharing between threads. */
final class AccountRequest {
    /** Takes the unit back. */
    private static final ModuleError LAST_METHOD =
            new ModuleError(ErrorType.ACCESS_DENIED, "LastSignInMethod", "without it the user could no longer sign in");

    private final RouteRequest call;
    private final AccountCall shown;
    private final AccountSite site;
    private final SessionProofs proofs;
    private final Login login;
    private final List<String> pages;
    private final Assurance proven;

    /** @param pages the names of those in the menu */
    AccountRequest(
            RouteRequest call,
            AccountCall shown,
            AccountSite site,
            SessionProofs proofs,
            Login login,
            List<String> pages) {
        this.call = call;
        this.shown = shown;
        this.site = site;
        this.proofs = proofs;
        this.login = login;
        this.pages = pages;
        proven = SessionProofs.of(call.store(), login);
    }

    RouteRequest call() {
        return call;
    }

    AccountCall shown() {
        return shown;
    }

    Login login() {
        return login;
    }

    User user() {
        return login.user();
    }

    /** Returns the user's name; empty if they have none. */
    Optional<String> userName() {
        return Optional.ofNullable(user().name()).map(String::strip).filter(it -> !it.isEmpty());
    }

    String userId() {
        return StoredUser.idOf(login.user());
    }

    String text(String key) {
        return shown.text(key);
    }

    String text(String key, String value) {
        return shown.text(key, value);
    }

    /** Returns how many there are, in words. */
    String count(String key, int number) {
        var form = number == 0 ? ".none" : number == 1 ? ".one" : ".many";
        return text(key + form, String.valueOf(number));
    }

    /** Returns the day, as the user's language writes it. */
    String day(Instant time) {
        return DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM)
                .withLocale(call.locale())
                .withZone(ZoneOffset.UTC)
                .format(time);
    }

    /** Returns how long ago this was, in words; after a day, its date. */
    String when(Instant past) {
        var age = Duration.between(past, site.clock().instant());
        if (age.toMinutes() < 1) return text("accounts.time.now");
        if (age.toHours() < 1) return count("accounts.time.minutes", (int) age.toMinutes());
        return age.toDays() < 1 ? count("accounts.time.hours", (int) age.toHours()) : day(past);
    }

    String field(String name) {
        return shown.field(name);
    }

    /** Returns the hidden fields of a button, with which the page keeps where the user came from. */
    Map<String, String> hidden(String change, Map<String, String> about) {
        var all = new LinkedHashMap<>(shown.hidden());
        all.put("do", change);
        all.putAll(about);
        return all;
    }

    /** Returns whether the user's address is proven. Only its owner gets ways to sign in that stay. */
    boolean isVerified() {
        return StoredUser.isVerified(user());
    }

    /** Returns whether the user has just proven enough to change the account. */
    boolean isFresh() {
        return proofs.isFresh(proven, call.store(), userId());
    }

    /** Returns whether the user has just proven to receive the account's email. */
    boolean isMailboxFresh() {
        return proofs.isMailboxFresh(proven);
    }

    /** Makes a page with the menu, and with the notice of the URL. */
    FormPage page(String name) {
        var title = AccountMenu.title(name);
        var page = shown.page(title, title).menu(AccountMenu.of(shown, pages));
        var notice = String.valueOf(call.request().query().get("notice"));
        boolean isKnown = notice.matches("[a-z-]{1,40}") && AccountTexts.has("accounts.notice." + notice);
        return isKnown ? page.notice(notice, text("accounts.notice." + notice)) : page;
    }

    @Nullable FormFault faultOfUrl() {
        return shown.faultOfUrl();
    }

    FormFault fault(String code, @Nullable String field) {
        return shown.fault(code, field, "");
    }

    /** Responds with the page and its error. */
    InternalResponse refuse(FormFault fault, FormPage page) {
        return shown.refuse(fault, () -> page);
    }

    /** Responds to a change that the page doesn't know. */
    InternalResponse unknown(FormPage page) {
        var fault = fault("UnknownChange", null);
        return refuse(fault, page.fault(fault));
    }

    /** Sends the user to prove who they are; they come back to this page. */
    InternalResponse confirm() {
        var path = Reauthentication.path(shown.url(Map.of()));
        return InternalResponse.redirect(call.request().baseUrl() + path, List.of());
    }

    /** Sends the user to where they asked to go, or else back to the page with a notice. */
    InternalResponse done(String notice, List<Cookie> cookies) {
        var inner =
                shown.callbackUrl().filter(url -> !url.startsWith(call.request().baseUrl() + "/"));
        return InternalResponse.redirect(inner.orElseGet(() -> shown.url(Map.of("notice", notice))), cookies);
    }

    /** Shows the page again, as it is now. */
    InternalResponse again() {
        return InternalResponse.redirect(shown.url(Map.of()), List.of());
    }

    /** Shows the page again, with a notice. */
    InternalResponse again(String notice, List<Cookie> cookies) {
        return InternalResponse.redirect(shown.url(Map.of("notice", notice)), cookies);
    }

    /**
     * Removes a way to sign in, and ends the user's other sessions.
     *
     * @return the cookies of the new session, which the response must send; empty if it is the last way, and stays
     */
    Optional<List<Cookie>> remove(Function<Store, UnlinkResult> removal) {
        try {
            return Optional.of(reopen(unit -> {
                if (removal.apply(unit) == UnlinkResult.LAST_SIGN_IN_METHOD) throw LAST_METHOD.exception();
            }));
        } catch (AuthException e) {
            if (!LAST_METHOD.code().equals(e.code())) throw e;
            return Optional.empty();
        }
    }

    /**
     * Makes a change after which nothing counts that someone else may have got hold of. It ends the user's other sessions and
     * forgets the browsers that the user trusts. This browser gets a new session, which is as fresh as this one.
     *
     * @return the cookies of the new session, which the response must send
     */
    List<Cookie> reopen(Consumer<Store> change) {
        return reopenTrusting(change.andThen(unit -> TrustedBrowsers.forget(unit, userId())));
    }

    /**
     * Makes a change that ends the user's other sessions and gives this browser a new one, which is as fresh as this one.
     *
     * @return the cookies of the new session, which the response must send
     */
    List<Cookie> reopenTrusting(Consumer<Store> change) {
        Consumer<Store> all = unit -> {
            change.accept(unit);
            proofs.forget(unit, userId());
            EmailChanges.forget(unit, userId());
            site.factors().voidBegun(unit, userId());
        };
        return call.reopen(all, (unit, sessionId) -> {
            Block.requireNone(unit, userId());
            proofs.inherit(unit, proven, sessionId, userId());
        });
    }

    /** Gives this browser a new session, in which the user has proven these as well. Other sessions stay. */
    List<Cookie> replaceSession(List<Proof> further) {
        return call.replaceSession((unit, sessionId) -> {
            Block.requireNone(unit, userId());
            proofs.move(unit, login, sessionId, userId(), further);
        });
    }

    void report(String kind) {
        report(kind, Claims.NONE);
    }

    /** Tells the application what has changed, and by email the user: someone else may have made the change. */
    void report(String kind, Claims details) {
        call.publishAccountChange(kind, userId(), details);
        var email = user().email();
        if (email != null) notice(kind, email);
    }

    /** Tells the owner of this address what has changed. */
    void notice(String kind, String email) {
        site.notify(kind, email, shown.origin(), call.locale());
    }

    /** Sends a code to this address, and returns whether that was possible. */
    boolean mailCode(String email, String code) {
        var further = List.of(code, text("notice.email-code.note"));
        return site.notices().sendNow(site.mail("email-code", email, shown.origin(), call.locale(), further));
    }
}
