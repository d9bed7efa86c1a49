package dev.cardea.accounts;

import dev.cardea.accounts.factor.Enrolments.Enrolment;
import dev.cardea.accounts.factor.PausedSignIns.PausedSignIn;
import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.action.InternalResponse;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.module.RouteRequest;
import dev.cardea.provider.WebAuthnProvider;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sets up an authenticator app during a sign-in that needs one, for a user who has none. It belongs to the pause, so another
 * sign-in of the same user can't complete it. Users who have a passkey may prove that instead, and are asked for it from now on.
 *
 * @param passkeys the providers of those that the user may prove
 */
record RequiredEnrolment(AccountSite site, FactorPause pause, List<WebAuthnProvider> passkeys) {
    InternalResponse respond(RouteRequest call, AccountCall shown, PausedSignIn waiting, User user) {
        if (!call.request().isPost()) {
            return shown.toOwnPage()
                    .orElseGet(() ->
                            page(call, shown, waiting, user, shown.faultOfUrl()).respond(200));
        }
        if (!StoredUser.isVerified(user))
            return refuse(call, shown, waiting, user, shown.fault("FactorNotVerified", null, ""));
        return switch (shown.field("do")) {
            case "enrol" -> {
                factors().enrolments().begin(call.store(), waiting.userId(), place(waiting));
                yield InternalResponse.redirect(shown.url(Map.of()), List.of());
            }
            case "cancel" -> {
                factors().enrolments().forget(call.store(), waiting.userId());
                yield InternalResponse.redirect(shown.url(Map.of()), List.of());
            }
            case "confirm" -> confirm(call, shown, waiting, user);
            default -> InternalResponse.redirect(shown.url(Map.of()), List.of());
        };
    }

    private InternalResponse confirm(RouteRequest call, AccountCall shown, PausedSignIn waiting, User user) {
        var confirmed = form().confirm(call.store(), shown, waiting.userId(), pending(call, waiting), () -> {});
        if (confirmed.fault() != null) return refuse(call, shown, waiting, user, confirmed.fault());
        call.publishAccountChange("factor-added", waiting.userId(), Claims.NONE);
        site.notify("factor-added", Objects.requireNonNull(user.email()), shown.origin(), call.locale());
        var resumed = pause.resume(call, waiting, SecondFactors.ofTotp());
        return resumed.map(it -> withCodes(call, shown, confirmed.codes(), it))
                .orElseGet(() -> FactorPause.gone(call, shown));
    }

    /** The user is signed in, and sees the recovery codes before anything else. */
    private static InternalResponse withCodes(
            RouteRequest call, AccountCall shown, List<String> codes, InternalResponse resumed) {
        var next = resumed.redirect();
        if (next == null || codes.isEmpty()) return resumed;
        if (call.request().returnsRedirect()) {
            return InternalResponse.json(200, Claims.of("url", next).with("recoveryCodes", codes), resumed.cookies());
        }
        return EnrolmentForm.codes(shown.page("accounts.factor.title", "accounts.factor.title"), shown, codes, next)
                .respond(200)
                .after(resumed.cookies());
    }

    private InternalResponse refuse(
            RouteRequest call, AccountCall shown, PausedSignIn waiting, User user, FormFault fault) {
        return shown.refuse(fault, () -> page(call, shown, waiting, user, fault));
    }

    private FormPage page(
            RouteRequest call, AccountCall shown, PausedSignIn waiting, User user, @Nullable FormFault fault) {
        var page = shown.page("accounts.factor.title", "accounts.factor.required.heading")
                .state("isRequired", true);
        if (!StoredUser.isVerified(user)) return page.fault(fault).text(shown.text("accounts.factor.required.verify"));
        var pending = pending(call, waiting);
        if (pending.isPresent()) return form().show(page, shown, user, pending.get(), fault);
        var all = page.fault(fault)
                .text(shown.text("accounts.factor.required.text"))
                .state("passkeys", passkeys.stream().map(WebAuthnProvider::id).toList());
        if (!passkeys.isEmpty()) all = all.text(shown.text("accounts.factor.required.passkey"));
        for (var provider : passkeys) {
            var form = PasskeyForm.signingIn(shown::text, provider, call.callbackUrl());
            all = all.passkey(form.hidden(FactorPause.ENROL, "on").primary());
        }
        boolean isOnly = passkeys.isEmpty();
        return all.text(shown.text(isOnly ? "accounts.security.app.text" : "accounts.security.app.also"))
                .form(
                        List.of(),
                        shown.hidden("enrol"),
                        shown.text(isOnly ? "accounts.security.begin" : "accounts.security.scan"),
                        isOnly,
                        null);
    }

    private Optional<Enrolment> pending(RouteRequest call, PausedSignIn waiting) {
        return factors().enrolments().of(call.store(), waiting.userId(), place(waiting));
    }

    private static String place(PausedSignIn waiting) {
        return "pause " + waiting.record().id();
    }

    private EnrolmentForm form() {
        return new EnrolmentForm(site);
    }

    private SecondFactors factors() {
        return site.factors();
    }
}
