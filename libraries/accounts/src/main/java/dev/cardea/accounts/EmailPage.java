package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.action.SignIn;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.UserChange;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.limit.Limit;
import dev.cardea.module.MailedCode;
import dev.cardea.module.ModuleError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The user's email address, at {@code account/email}. A new address counts once the code from its mailbox is entered in the
 * session that asked for it. Until then, whether another user has that address stays unknown.
 */
record EmailPage(AccountSite site, EmailChanges changes) implements AccountPage {
    /** Of a user, and of a mailbox: each request sends an email and has five tries. */
    private static final Limit REQUESTS = new Limit(5, Duration.ofMinutes(10));

    private static final ModuleError GONE = new ModuleError(
            ErrorType.ACCESS_DENIED,
            "EmailCodeGone",
            "another request has completed or replaced the change of the address");
    private static final ModuleError TAKEN =
            new ModuleError(ErrorType.ACCESS_DENIED, "EmailTaken", "another user has the new address");

    @Override
    public String name() {
        return "email";
    }

    @Override
    public Optional<Summary> summary(AccountRequest request) {
        var email = request.user().email();
        return Optional.of(new Summary(email == null ? request.text("accounts.email.none") : email, 0));
    }

    @Override
    public FormPage show(AccountRequest request) {
        return page(request, request.faultOfUrl());
    }

    @Override
    public InternalResponse change(AccountRequest request) {
        var provider = site.emailProvider();
        if (provider.isEmpty()) return request.again();
        return switch (request.field("do")) {
            case "confirm" -> confirm(request);
            case "cancel" -> cancel(request);
            case "verify" -> verify(request, provider.get());
            default -> begin(request);
        };
    }

    private InternalResponse begin(AccountRequest request) {
        var entered = site.email(request.field("email"));
        if (entered.isEmpty()) return refuse(request, "EmailInvalid", "email");
        var email = entered.get();
        if (email.equals(request.user().email())) return refuse(request, "EmailUnchanged", "email");
        if (!request.isFresh()) return request.confirm();
        request.call().countAttempt("email-change", request.userId(), REQUESTS);
        request.call().countAttempt("email-change-to", email, REQUESTS);
        var code = changes.begin(request.call().store(), request.login(), email);
        if (code.isPresent() && !request.mailCode(email, code.get())) {
            EmailChanges.forget(request.call().store(), request.userId());
            return refuse(request, "EmailNotSent", null);
        }
        var before = request.user().email();
        if (before != null) request.notice("email-change", before);
        return request.again("email-sent", List.of());
    }

    private InternalResponse confirm(AccountRequest request) {
        var code = MailedCode.read(request.field("code"));
        var entered = MailedCode.is(code)
                ? changes.enter(request.call().store(), request.login(), code)
                : Optional.<EmailChanges.Change>empty();
        if (entered.isPresent()) return complete(request, entered.get());
        boolean isOpen = stored(request).filter(it -> it.isOf(request.login())).isPresent();
        return isOpen ? refuse(request, "EmailCodeWrong", "code") : refuse(request, GONE.code(), null);
    }

    private InternalResponse complete(AccountRequest request, EmailChanges.Change entered) {
        try {
            var cookies = request.reopenTrusting(unit -> store(request, unit, entered));
            request.report("email-changed");
            request.notice("email-changed", entered.email());
            return request.done("email-changed", cookies);
        } catch (AuthException e) {
            if (GONE.code().equals(e.code())) return refuse(request, GONE.code(), null);
            boolean isTaken =
                    TAKEN.code().equals(e.code()) || StoreException.isCausedBy(DuplicateKeyException.class, e);
            if (!isTaken) throw e;
            EmailChanges.forget(request.call().store(), request.userId());
            return refuse(request, TAKEN.code(), "email");
        }
    }

    private void store(AccountRequest request, Store unit, EmailChanges.Change entered) {
        if (!changes.take(unit, request.userId(), entered)) throw GONE.exception();
        if (unit.getUserByEmail(entered.email()).isPresent()) throw TAKEN.exception();
        var change = UserChange.of(request.userId()).email(entered.email());
        request.call().updateUser(unit, change.emailVerified(site.clock().instant()));
    }

    /** From any session: its owner may not be who has asked for the change. */
    private static InternalResponse cancel(AccountRequest request) {
        EmailChanges.forget(request.call().store(), request.userId());
        return request.again("email-cancelled", List.of());
    }

    /** A sign-in with the address, which comes back to this page. */
    private InternalResponse verify(AccountRequest request, String provider) {
        var email = request.user().email();
        if (email == null || request.isVerified()) return request.again("email-verified", List.of());
        var signIn = SignIn.with(provider).redirectTo(request.shown().url(Map.of("notice", "email-verified")));
        return request.call().signIn(signIn.field("email", email));
    }

    private Optional<EmailChanges.Change> stored(AccountRequest request) {
        return changes.of(request.call().store(), request.userId());
    }

    private InternalResponse refuse(AccountRequest request, String code, @Nullable String field) {
        var fault = request.fault(code, field);
        return request.refuse(fault, page(request, fault));
    }

    private FormPage page(AccountRequest request, @Nullable FormFault fault) {
        var email = request.user().email();
        var pending = stored(request);
        var page = request.page(name()).state("isVerified", request.isVerified());
        if (email == null) page = page.text(request.text("accounts.email.none"));
        else page = page.text(request.text("accounts.email.present", email)).state("email", email);
        if (site.emailProvider().isEmpty()) return page;
        if (email != null && !request.isVerified()) {
            page = page.text(request.text("accounts.email.unverified"))
                    .form(List.of(), Map.of("do", "verify"), request.text("accounts.email.verify"), false, null);
        }
        if (pending.isPresent()) return pending(request, page, pending.get(), fault);
        var field = FormField.email(request.text("accounts.email.new"), request.field("email"));
        return page.section(request.text("accounts.email.change"))
                .text(request.text("accounts.email.change.text"))
                .form(
                        List.of(field),
                        request.shown().hidden(),
                        request.text("accounts.email.change.button"),
                        true,
                        fault);
    }

    private FormPage pending(
            AccountRequest request, FormPage page, EmailChanges.Change pending, @Nullable FormFault fault) {
        var begun = page.state("pendingEmail", pending.email()).section(request.text("accounts.email.pending"));
        var cancel = request.shown().hidden("cancel");
        var button = request.text("accounts.cancel");
        if (!pending.isOf(request.login())) {
            return begun.text(request.text("accounts.email.elsewhere", pending.email()))
                    .form(List.of(), cancel, button, false, fault);
        }
        return begun.text(request.text("accounts.email.sent", pending.email()))
                .form(
                        List.of(FormField.code(request.text("accounts.email.code"))),
                        request.shown().hidden("confirm"),
                        request.text("accounts.email.confirm"),
                        true,
                        fault)
                .form(List.of(), cancel, button, false, null);
    }
}
