package dev.cardea.accounts;

import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.Store;
import dev.cardea.error.ErrorType;
import dev.cardea.limit.Limit;
import dev.cardea.module.ModuleError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sets, changes and removes the password of the signed-in user, at {@code account/password}. Every change ends the user's
 * other sessions and gives this browser a new one.
 */
record PasswordPage(AccountSite site) implements AccountPage {
    static final String PATH = "/account/password";

    /** Of a user, right or wrong: each is compared with the present password, and a change sends an email. */
    private static final Limit TRIES = new Limit(10, Duration.ofMinutes(1));

    private static final int MAX_TRIES = 3;

    private static final ModuleError CHANGED = new ModuleError(
            ErrorType.ACCESS_DENIED, "PasswordChanged", "another request has changed the password meanwhile");

    @Override
    public String name() {
        return "password";
    }

    @Override
    public FormPage show(AccountRequest request) {
        return page(request, stored(request), request.faultOfUrl());
    }

    @Override
    public InternalResponse change(AccountRequest request) {
        var stored = stored(request);
        if (!request.isVerified()) return refuse(request, stored, request.fault("AddressNotVerified", null));
        return request.field("do").equals("remove") ? remove(request) : set(request, stored);
    }

    @Override
    public Optional<Summary> summary(AccountRequest request) {
        return Optional.of(
                stored(request).isPresent()
                        ? new Summary(request.text("accounts.password.present"), 1)
                        : new Summary(request.text("accounts.password.absent"), 0));
    }

    private static Optional<StoredPassword> stored(AccountRequest request) {
        return StoredPassword.of(request.call().store(), request.userId());
    }

    /** Who has just proven their mailbox may have forgotten the present password. */
    private static boolean asksCurrent(AccountRequest request, Optional<StoredPassword> stored) {
        return stored.isPresent() && !request.isMailboxFresh();
    }

    private InternalResponse set(AccountRequest request, Optional<StoredPassword> stored) {
        var password = request.field("password");
        var fault = site.fault(request.shown(), password, request.user());
        if (fault.isPresent()) return refuse(request, stored, fault.get());
        if (needsProof(request, stored) && !request.isFresh()) return request.confirm();
        count(request);
        if (asksCurrent(request, stored) && !isPresent(request.field("current"), stored)) {
            return refuse(request, stored, request.fault("PasswordWrong", "current"));
        }
        if (isPresent(password, stored)) {
            return refuse(request, stored, site.fault(request.shown(), PasswordFault.UNCHANGED));
        }
        var hash = site.passwords().hash(password);
        var cookies = request.reopen(unit -> replace(unit, request.userId(), stored, hash));
        request.report("password-changed");
        return request.done("saved", cookies);
    }

    /** The present password proves less than a second factor, and a mailbox, too. */
    private static boolean needsProof(AccountRequest request, Optional<StoredPassword> stored) {
        return stored.isEmpty() || SecondFactors.has(request.call().store(), request.userId());
    }

    private static void count(AccountRequest request) {
        request.call().countAttempt("change-password", request.userId(), TRIES);
    }

    private boolean isPresent(String entered, Optional<StoredPassword> stored) {
        return stored.isPresent()
                && site.passwords().verify(entered, stored.get().hash()).isRight();
    }

    /** Without a password, a user signs in by email, which every site with passwords can send. */
    private InternalResponse remove(AccountRequest request) {
        if (!request.isFresh()) return request.confirm();
        if (Question.isAsked(request)) return new Question("remove", "", Map.of(), List.of()).ask(request, this);
        count(request);
        var cookies = request.reopen(unit -> unit.takeRecord(StoredPassword.KIND, request.userId()));
        request.report("password-removed");
        return request.done("removed", cookies);
    }

    /** Repeats what a better hash of the same password has overtaken. Another password was set by another request, and stays. */
    private void replace(Store unit, String userId, Optional<StoredPassword> stored, String hash) {
        var before = stored.map(StoredPassword::changed);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            var now = StoredPassword.of(unit, userId);
            if (!now.map(StoredPassword::changed).equals(before)) throw CHANGED.exception();
            var moment = site.clock().instant();
            boolean isStored = now.isPresent()
                    ? unit.replaceRecord(now.get().changed(hash, moment))
                    : unit.createRecord(StoredPassword.first(userId, hash, moment, site.randomness()));
            if (isStored) return;
        }
        throw CHANGED.exception();
    }

    private InternalResponse refuse(AccountRequest request, Optional<StoredPassword> stored, FormFault fault) {
        return request.refuse(fault, page(request, stored, fault));
    }

    private FormPage page(AccountRequest request, Optional<StoredPassword> stored, @Nullable FormFault fault) {
        boolean hasPassword = stored.isPresent();
        var page = request.page(name())
                .text(request.text(hasPassword ? "accounts.password.change" : "accounts.password.set"))
                .state("hasPassword", hasPassword)
                .form(
                        fields(request, stored),
                        request.shown().hidden(),
                        request.text("accounts.password.save"),
                        true,
                        fault);
        if (asksCurrent(request, stored)) {
            page = page.link(
                    request.text("accounts.password.forgot"), request.shown().urlOf("/forgot"));
        }
        if (!hasPassword) return page;
        return page.section(request.text("accounts.password.remove"))
                .text(request.text("accounts.password.remove.text"))
                .form(
                        List.of(),
                        Question.before(request.hidden("remove", Map.of())),
                        request.text("accounts.password.remove"),
                        false,
                        null);
    }

    private List<FormField> fields(AccountRequest request, Optional<StoredPassword> stored) {
        var fields = new ArrayList<FormField>();
        if (asksCurrent(request, stored)) {
            fields.add(FormField.currentPassword("current", request.text("accounts.password.current")));
        }
        int length = site.policy().minimumLength();
        fields.add(FormField.newPassword(
                request.text("accounts.password.new"),
                request.text("accounts.password.hint", String.valueOf(length)),
                length));
        return fields;
    }
}
