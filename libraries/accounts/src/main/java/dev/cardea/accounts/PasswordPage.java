package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.http.Form;
import dev.cardea.json.Claims;
import dev.cardea.limit.Limit;
import dev.cardea.model.Login;
import dev.cardea.module.ModuleError;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import dev.cardea.provider.Mail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sets, changes and removes the password of the signed-in user, at {@code account/password}. Every change ends the user's
 * other sessions and gives this browser a new one.
 */
record PasswordRoute(AccountSite site, SessionProofs proofs) implements Route {
    static final String PATH = "/account/password";

    /** Of a user, right or wrong: each is compared with the present password, and a change sends an email. */
    private static final Limit TRIES = new Limit(10, Duration.ofMinutes(1));

    private static final int MAX_TRIES = 3;

    private static final ModuleError CONFIRM =
            new ModuleError(ErrorType.ACCESS_DENIED, "ConfirmItsYou", "the user must sign in again before this change");

    /** What the sign-in page gets, to ask for a new proof. */
    static final String CONFIRM_QUERY =
            Form.encode(Map.of("error", CONFIRM.type().code())) + "&" + Form.encode(Map.of("code", CONFIRM.code()));

    private static final ModuleError CHANGED = new ModuleError(
            ErrorType.ACCESS_DENIED, "PasswordChanged", "another request has changed the password meanwhile");

    @Override
    public String name() {
        return "account";
    }

    @Override
    public boolean takesSegment() {
        return true;
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET", "POST");
    }

    @Override
    public InternalResponse answer(RouteRequest call) {
        var shown = new AccountCall(call, site.texts(), PATH, site.pages().password());
        if (!call.request().segment().equals(Optional.of("password"))) {
            return InternalResponse.redirect(shown.url(Map.of()), List.of());
        }
        var login = call.login();
        if (login.isEmpty()) return InternalResponse.redirect(call.signInUrl(shown.url(Map.of())), List.of());
        var state = State.of(call.store(), login.get(), proofs);
        if (!call.request().isPost()) {
            return shown.toOwnPage()
                    .orElseGet(
                            () -> page(call, shown, state, shown.faultOfUrl()).respond(200));
        }
        return shown.field("do").equals("remove") ? remove(call, shown, state) : set(call, shown, state);
    }

    /**
     * What a request finds.
     *
     * @param isFresh whether the user has just proven who they are
     * @param isFreshByEmail whether they have just proven their mailbox, which the present password isn't asked for then
     */
    private record State(
            Login login,
            Optional<StoredPassword> stored,
            Optional<ModuleRecord> proven,
            boolean isFresh,
            boolean isFreshByEmail) {
        static State of(Store store, Login login, SessionProofs proofs) {
            var proven = proofs.of(store, login);
            return new State(
                    login,
                    StoredPassword.of(store, Objects.requireNonNull(login.user().id())),
                    proven,
                    proofs.isFresh(proven),
                    proofs.isFresh(proven, SessionProofs.EMAIL));
        }

        String userId() {
            return Objects.requireNonNull(login.user().id());
        }

        boolean asksCurrent() {
            return stored.isPresent() && !isFreshByEmail;
        }

        boolean isVerified() {
            return login.user().email() != null && login.user().emailVerified() != null;
        }
    }

    private InternalResponse set(RouteRequest call, AccountCall shown, State state) {
        var user = state.login.user();
        if (!state.isVerified()) return refuse(call, shown, state, shown.fault("AddressNotVerified", null, ""));
        var password = shown.field("password");
        var fault = site.policy().fault(password, shown.about(user.email(), user.name()));
        if (fault.isPresent()) return refuse(call, shown, state, fault(shown, fault.get()));
        if (state.stored.isEmpty() && !state.isFresh) return confirm(call, shown);
        count(call, state);
        if (state.asksCurrent() && !isPresent(shown.field("current"), state)) {
            return refuse(call, shown, state, shown.fault("PasswordWrong", "current", ""));
        }
        if (isPresent(password, state)) return refuse(call, shown, state, fault(shown, PasswordFault.UNCHANGED));
        var hash = site.passwords().hash(password);
        var cookies = reopen(call, state, unit -> replace(unit, state, hash));
        report(call, shown, state, "password-changed");
        return done(call, shown, "saved", cookies);
    }

    private static void count(RouteRequest call, State state) {
        call.countAttempt("change-password", state.userId(), TRIES);
    }

    private boolean isPresent(String entered, State state) {
        return state.stored.isPresent()
                && site.passwords().verify(entered, state.stored.get().hash()).isRight();
    }

    private FormPage.Fault fault(AccountCall shown, PasswordFault fault) {
        return shown.fault(
                fault.code(), "password", String.valueOf(site.policy().minimumLength()));
    }

    /** Without a password, a user signs in by email, which every site with passwords can send. */
    private InternalResponse remove(RouteRequest call, AccountCall shown, State state) {
        if (!state.isVerified()) return refuse(call, shown, state, shown.fault("AddressNotVerified", null, ""));
        if (!state.isFresh) return confirm(call, shown);
        count(call, state);
        var cookies = reopen(call, state, unit -> unit.takeRecord(StoredPassword.KIND, state.userId()));
        report(call, shown, state, "password-removed");
        return done(call, shown, "removed", cookies);
    }

    /** Tells the application, and by email the user: someone else may have made the change. */
    private void report(RouteRequest call, AccountCall shown, State state, String kind) {
        call.publishAccountChange(kind, state.userId(), Claims.NONE);
        var text = shown.text("notice." + kind + ".text", shown.host());
        site.notices()
                .send(new Mail(
                        Objects.requireNonNull(state.login.user().email()),
                        shown.text("notice." + kind + ".subject", shown.host()),
                        text,
                        "<p>" + Html.escape(text) + "</p>"));
    }

    private List<Cookie> reopen(RouteRequest call, State state, Consumer<Store> change) {
        Consumer<Store> all = unit -> {
            change.accept(unit);
            proofs.forget(unit, state.userId());
        };
        return call.reopen(all, (unit, sessionId) -> proofs.inherit(unit, state.proven, sessionId));
    }

    /** Repeats what a better hash of the same password has overtaken. Another password was set by another request, and stays. */
    private void replace(Store unit, State state, String hash) {
        var before = state.stored.map(StoredPassword::changed);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            var now = StoredPassword.of(unit, state.userId());
            if (!now.map(StoredPassword::changed).equals(before)) throw CHANGED.exception();
            var moment = site.clock().instant();
            boolean isStored = now.isPresent()
                    ? unit.replaceRecord(now.get().changed(hash, moment))
                    : unit.createRecord(StoredPassword.first(state.userId(), hash, moment, site.randomness()));
            if (isStored) return;
        }
        throw CHANGED.exception();
    }

    private static InternalResponse confirm(RouteRequest call, AccountCall shown) {
        var url = call.signInUrl(shown.url(Map.of()));
        return InternalResponse.redirect(url + (url.indexOf('?') < 0 ? "?" : "&") + CONFIRM_QUERY, List.of());
    }

    private InternalResponse done(RouteRequest call, AccountCall shown, String notice, List<Cookie> cookies) {
        var inner =
                shown.callbackUrl().filter(url -> !url.startsWith(call.request().baseUrl() + "/"));
        return InternalResponse.redirect(inner.orElseGet(() -> shown.url(Map.of("notice", notice))), cookies);
    }

    private InternalResponse refuse(RouteRequest call, AccountCall shown, State state, FormPage.Fault fault) {
        return shown.refuse(fault, () -> page(call, shown, state, fault));
    }

    private FormPage page(RouteRequest call, AccountCall shown, State state, FormPage.@Nullable Fault fault) {
        boolean hasPassword = state.stored.isPresent();
        var page = shown.page(
                "accounts.password.title",
                hasPassword ? "accounts.password.heading.change" : "accounts.password.heading.set");
        var notice = String.valueOf(call.request().query().get("notice"));
        boolean isKnown = Set.of("existing", "saved", "removed").contains(notice);
        if (isKnown) page = page.notice(notice, shown.text("accounts.notice." + notice));
        page = page.text(shown.text(
                        "accounts.password.user",
                        String.valueOf(state.login.user().email())))
                .state("hasPassword", hasPassword)
                .form(fields(shown, state), shown.hidden(), shown.text("accounts.password.save"), true, fault);
        if (hasPassword) {
            page = page.form(List.of(), Map.of("do", "remove"), shown.text("accounts.password.remove"), false, null);
        }
        if (state.asksCurrent()) page = page.link(shown.text("accounts.password.forgot"), shown.urlOf("/forgot"));
        var home = shown.callbackUrl().orElse(call.request().origin());
        return page.link(shown.text("accounts.password.leave", shown.host()), home);
    }

    private List<FormPage.Field> fields(AccountCall shown, State state) {
        var fields = new ArrayList<FormPage.Field>();
        if (state.asksCurrent()) {
            fields.add(new FormPage.Field(
                    "current",
                    shown.text("accounts.password.current"),
                    "password",
                    "current-password",
                    "",
                    true,
                    null,
                    0));
        }
        int length = site.policy().minimumLength();
        fields.add(FormPage.Field.newPassword(
                shown.text("accounts.password.new"),
                shown.text("accounts.password.hint", String.valueOf(length)),
                length));
        return fields;
    }
}
