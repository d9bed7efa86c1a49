package dev.cardea.accounts;

import dev.cardea.accounts.factor.PausedSignIns.PausedSignIn;
import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.action.InternalResponse;
import dev.cardea.error.TooManyRequestsException;
import dev.cardea.model.User;
import dev.cardea.module.RouteRequest;
import dev.cardea.provider.Provider;
import dev.cardea.provider.WebAuthnProvider;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the second factor of a sign-in that waits for it, at {@code factor}.
 *
 * @param providers of the configuration: a passkey completes the sign-in, too
 */
record FactorRoute(AccountSite site, FactorPause pause, FactorForm form, List<Provider> providers)
        implements VisitorRoute {
    @Override
    public String name() {
        return "factor";
    }

    @Override
    public @Nullable String ownPage() {
        return site.pages().factor();
    }

    @Override
    public InternalResponse respond(RouteRequest call, AccountCall shown) {
        var waiting = call.request().isPost() ? pause.count(call) : pause.of(call);
        var user = waiting.flatMap(it -> call.store().getUser(it.userId()));
        if (waiting.isEmpty() || user.isEmpty()) return FactorPause.gone(call, shown);
        if (!SecondFactors.has(call.store(), waiting.get().userId())) {
            return new RequiredEnrolment(site, pause, passkeys(call, waiting.get()))
                    .respond(call, shown, waiting.get(), user.get());
        }
        if (call.request().isPost()) return check(call, shown, waiting.get(), user.get());
        return shown.toOwnPage()
                .orElseGet(() ->
                        page(call, shown, waiting.get(), shown.faultOfUrl()).respond(200));
    }

    /** The same passkey once more isn't a second factor. */
    private List<WebAuthnProvider> passkeys(RouteRequest call, PausedSignIn waiting) {
        if (!FactorPause.proven(waiting).makesPasskeySecond()) return List.of();
        return OwnMethods.passkeys(call.store(), waiting.userId(), providers);
    }

    private InternalResponse check(RouteRequest call, AccountCall shown, PausedSignIn waiting, User user) {
        try {
            var proof = form.check(call, shown, user);
            if (proof.isEmpty()) return refuse(call, shown, waiting, 400, shown.fault("InvalidCode", "code", ""));
            var response = pause.resume(call, waiting, proof.get());
            return response.orElseGet(() -> FactorPause.gone(call, shown));
        } catch (TooManyRequestsException e) {
            return refuse(call, shown, waiting, 429, shown.fault("FactorAttempts", null, ""))
                    .header("Retry-After", String.valueOf(e.retryAfter()));
        }
    }

    private InternalResponse refuse(
            RouteRequest call, AccountCall shown, PausedSignIn waiting, int status, FormFault fault) {
        return shown.refuse(status, fault, () -> page(call, shown, waiting, fault));
    }

    private FormPage page(RouteRequest call, AccountCall shown, PausedSignIn waiting, @Nullable FormFault fault) {
        var all = OwnFactors.of(call.store(), waiting.userId(), providers);
        boolean isSecond = FactorPause.proven(waiting).makesPasskeySecond();
        var own = isSecond ? all : all.withoutPasskeys();
        boolean asksPasskey = FactorForm.asksPasskey(call, own);
        var page = shown.page(
                        "accounts.factor.title",
                        asksPasskey ? "accounts.factor.passkey.heading" : "accounts.factor.heading")
                .state("methods", own.names());
        if (!isSecond && !own.hasApp()) {
            page = page.text(shown.text("accounts.factor.passkey.first"))
                    .link(shown.text("accounts.reauth.other"), call.signInUrl(call.callbackUrl()));
        }
        return form.show(page, call, shown, own, Map.of(), fault);
    }
}
