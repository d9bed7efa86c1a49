package dev.cardea.accounts;

import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.error.TooManyRequestsException;
import dev.cardea.json.Claims;
import dev.cardea.limit.Limit;
import dev.cardea.model.User;
import dev.cardea.module.CountedAttempt;
import dev.cardea.module.Proof;
import dev.cardea.module.RouteRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a second factor, and checks what is entered. Wrong values are counted: for a user at most 101 a day, so that none of
 * a million is guessed.
 */
record FactorForm(AccountSite site, Optional<TrustedBrowserCookie> trust) {
    private static final Limit GUESSES = new Limit(5, Duration.ofMinutes(15));
    private static final Limit BY_CLIENT = new Limit(50, Duration.ofMinutes(1));
    private static final Limit WRONG = new Limit(10, Duration.ofDays(1));
    private static final Limit NOTICES = new Limit(1, Duration.ofDays(1));

    /** Returns which of a user's factors a request is about. */
    private static String method(RouteRequest call) {
        var request = call.request();
        var asked = request.isPost() ? request.field("do") : request.query().get("do");
        return SecondFactors.RECOVERY.equals(asked) ? SecondFactors.RECOVERY : SecondFactors.TOTP;
    }

    /**
     * Shows the form of the method that is asked for, next to the passkey. Without an app, the passkey comes first, and a
     * recovery code is one link away.
     *
     * @param kept further parameters of the page
     */
    FormPage show(
            FormPage page,
            RouteRequest call,
            AccountCall shown,
            OwnFactors own,
            Map<String, String> kept,
            @Nullable FormFault fault) {
        if (own.hasApp()) return passkeys(codes(page, shown, kept, method(call), fault), call, shown, own, false);
        if (fault != null || !asksPasskey(call, own)) {
            var codes = code(page, shown, kept, SecondFactors.RECOVERY, fault);
            if (own.passkeys().isEmpty()) return codes;
            return codes.link(shown.text("accounts.factor.passkey.heading"), shown.url(kept));
        }
        var other = new LinkedHashMap<>(kept);
        other.put("do", SecondFactors.RECOVERY);
        return passkeys(page.text(shown.text("accounts.factor.passkey.text")), call, shown, own, true)
                .link(shown.text("accounts.factor.totp.other"), shown.url(other));
    }

    /** Returns whether the page is about the passkey alone. */
    static boolean asksPasskey(RouteRequest call, OwnFactors own) {
        return !own.hasApp() && !own.passkeys().isEmpty() && method(call).equals(SecondFactors.TOTP);
    }

    private FormPage passkeys(FormPage page, RouteRequest call, AccountCall shown, OwnFactors own, boolean isFirst) {
        var all = page;
        var question = trusting(shown);
        for (var provider : own.passkeys()) {
            var form = PasskeyForm.signingIn(shown::text, provider, call.callbackUrl());
            var asking = question.map(form::asking).orElse(form);
            all = all.passkey(isFirst ? asking.primary() : asking);
        }
        return all;
    }

    private Optional<FormField> trusting(AccountCall shown) {
        return trust.map(it -> FormField.checkbox(
                FactorPause.TRUST,
                shown.text("accounts.factor.trust", String.valueOf(it.life().toDays())),
                !shown.field(FactorPause.TRUST).isEmpty()));
    }

    /** With an app, the other form is one link away. */
    private FormPage codes(
            FormPage page, AccountCall shown, Map<String, String> kept, String method, @Nullable FormFault fault) {
        var other = new LinkedHashMap<>(kept);
        other.put("do", method.equals(SecondFactors.RECOVERY) ? SecondFactors.TOTP : SecondFactors.RECOVERY);
        return code(page, shown, kept, method, fault)
                .link(shown.text("accounts.factor." + method + ".other"), shown.url(other));
    }

    private FormPage code(
            FormPage page, AccountCall shown, Map<String, String> kept, String method, @Nullable FormFault fault) {
        boolean isRecovery = method.equals(SecondFactors.RECOVERY);
        var label = shown.text("accounts.factor." + method + ".code");
        var fields = new ArrayList<FormField>();
        fields.add(isRecovery ? FormField.recoveryCode(label) : FormField.code(label));
        trusting(shown).ifPresent(fields::add);
        var hidden = new LinkedHashMap<>(shown.hidden(method));
        hidden.putAll(kept);
        return page.text(shown.text("accounts.factor." + method + ".text"))
                .form(fields, hidden, shown.text("accounts.factor.button"), true, fault);
    }

    /**
     * Checks what a user has entered, and uses it up.
     *
     * @return what it proves; empty if it is wrong or was used before
     * @throws TooManyRequestsException after too many wrong ones
     */
    Optional<Proof> check(RouteRequest call, AccountCall shown, User user) {
        var userId = StoredUser.idOf(user);
        var method = method(call);
        var ofClient = call.countAttempt(BY_CLIENT);
        // A recovery code can't be guessed, and must work while someone guesses values.
        CountedAttempt ofUser = method.equals(SecondFactors.RECOVERY) ? () -> {} : countGuess(call, user, userId);
        var proof = site.factors().prove(call.store(), userId, method, shown.field("code"));
        if (proof.isPresent()) {
            ofClient.refund();
            ofUser.refund();
            if (method.equals(SecondFactors.RECOVERY)) report(call, user, userId);
        } else if (method.equals(SecondFactors.TOTP) && !isWithin(call, "totp-wrong", userId, WRONG)) {
            tell(call, user, userId);
        }
        return proof;
    }

    /** Someone else may have found the user's codes. */
    private void report(RouteRequest call, User user, String userId) {
        call.publishAccountChange("recovery-code-used", userId, Claims.NONE);
        if (user.email() != null)
            site.notify("recovery-code-used", user.email(), call.request().origin(), call.locale());
    }

    private CountedAttempt countGuess(RouteRequest call, User user, String userId) {
        try {
            return call.countAttempt("totp", userId, GUESSES);
        } catch (TooManyRequestsException e) {
            tell(call, user, userId);
            throw e;
        }
    }

    /** The user should know: who guesses, also slowly, has given the first proof. */
    private void tell(RouteRequest call, User user, String userId) {
        if (user.email() != null && isWithin(call, "totp-notice", userId, NOTICES)) {
            site.notify("factor-attempts", user.email(), call.request().origin(), call.locale());
        }
    }

    private static boolean isWithin(RouteRequest call, String name, String userId, Limit limit) {
        try {
            call.countAttempt(name, userId, limit);
            return true;
        } catch (TooManyRequestsException e) {
            return false;
        }
    }
}
