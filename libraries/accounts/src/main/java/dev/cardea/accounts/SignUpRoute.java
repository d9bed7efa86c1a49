package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.json.Claims;
import dev.cardea.limit.Limit;
import dev.cardea.model.User;
import dev.cardea.module.RouteRequest;
import java.time.Duration;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Creates accounts, at {@code signup}. A post sends an email and stores nothing: whether the address has a user is the same
 * until its owner has opened that email.
 */
record SignUpRoute(AccountSite site) implements VisitorRoute {
    private static final Limit BY_CLIENT = new Limit(20, Duration.ofMinutes(1));

    @Override
    public String name() {
        return "signup";
    }

    @Override
    public @Nullable String ownPage() {
        return site.pages().signUp();
    }

    @Override
    public InternalResponse respond(RouteRequest call, AccountCall shown) {
        if (call.request().isPost()) return signUp(call, shown);
        return shown.toOwnPage().orElseGet(() -> page(shown, shown.faultOfUrl()).respond(200));
    }

    private InternalResponse signUp(RouteRequest call, AccountCall shown) {
        call.countAttempt(BY_CLIENT);
        var email = site.email(shown.field("email"));
        var fault = fault(shown, email.orElse(null));
        if (fault != null) return shown.refuse(fault, () -> page(shown, fault));
        var intention = new Intention(
                email.orElseThrow(),
                site.passwords().hash(shown.field("password")),
                site.fields().entered(shown));
        return sendEmail(call, intention, call.callbackUrl());
    }

    private @Nullable FormFault fault(AccountCall shown, @Nullable String email) {
        if (email == null) return shown.fault("EmailInvalid", "email", "");
        var fault = site.fields().fault(shown);
        if (fault != null) return fault;
        var user = User.of(Claims.of("email", email).withAll(site.fields().entered(shown)));
        return site.fault(shown, shown.field("password"), user).orElse(null);
    }

    private FormPage page(AccountCall shown, @Nullable FormFault fault) {
        var fields = new ArrayList<>(site.fields().inputs(shown, shown::field));
        fields.add(FormField.email(shown.text("accounts.email"), shown.field("email")));
        int length = site.policy().minimumLength();
        fields.add(FormField.newPassword(
                shown.text("accounts.password"), shown.text("accounts.password.hint", String.valueOf(length)), length));
        return shown.page("accounts.signup.title", "accounts.signup.heading")
                .text(shown.text(site.signUps().isByInvitation() ? "accounts.signup.invited" : "accounts.signup.text"))
                .form(fields, shown.hidden(), shown.text("accounts.signup.button"), true, fault)
                .link(shown.text("accounts.signup.signin"), shown.urlOf("/signin"));
    }
}
