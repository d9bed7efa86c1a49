package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.json.Claims;
import dev.cardea.module.RouteRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends an email to users who have forgotten their password, at {@code forgot}. It signs them in, and leads to the form for a new one. */
record ForgotRoute(AccountSite site) implements VisitorRoute {
    private static final String UNKNOWN = "NoAccount";

    @Override
    public String name() {
        return "forgot";
    }

    @Override
    public @Nullable String ownPage() {
        return site.pages().forgot();
    }

    @Override
    public InternalResponse respond(RouteRequest call, AccountCall shown) {
        if (call.request().isPost()) return send(call, shown);
        var page = shown.toOwnPage().orElseGet(() -> shown(call, shown).respond(200));
        var fault = shown.faultOfUrl();
        if (fault == null || !isUnknown(fault)) return page;
        // The reset has ended. What the visitor does next, such as a sign-in by email, isn't one.
        return page.after(List.of(site.intentions().forget(call.request().isHttps())));
    }

    private InternalResponse send(RouteRequest call, AccountCall shown) {
        var email = site.email(shown.field("email"));
        if (email.isEmpty()) {
            var fault = shown.fault("EmailInvalid", "email", "");
            return shown.refuse(fault, () -> page(shown, fault));
        }
        return sendEmail(call, new Intention(email.get(), null, Claims.NONE), shown.urlOf(PasswordPage.PATH));
    }

    private static boolean isUnknown(FormFault fault) {
        return UNKNOWN.equals(fault.error());
    }

    private FormPage shown(RouteRequest call, AccountCall shown) {
        var fault = shown.faultOfUrl();
        if (fault == null || !isUnknown(fault)) return page(shown, fault);
        // The address is that of the cookie: a text of the URL could be anyone's.
        var unknown = site.intentions()
                .read(call.request().cookies(), call.request().isHttps())
                .filter(it -> !it.isSignUp())
                .map(it -> new FormFault(UNKNOWN, shown.text("accounts.unknown", it.email()), "email"))
                .orElse(fault);
        var page = page(shown, unknown);
        return site.signUps().isClosed()
                ? page
                : page.link(shown.text("accounts.unknown.signup"), shown.urlOf("/signup"));
    }

    private FormPage page(AccountCall shown, @Nullable FormFault fault) {
        var field = FormField.email(shown.text("accounts.email"), shown.field("email"));
        return shown.page("accounts.forgot.title", "accounts.forgot.heading")
                .text(shown.text("accounts.forgot.text"))
                .form(List.of(field), shown.hidden(), shown.text("accounts.forgot.button"), true, fault)
                .link(shown.text("accounts.forgot.signin"), shown.urlOf("/signin"));
    }
}
