package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.module.RouteRequest;
import org.jspecify.annotations.Nullable;

/** Says that there are no new accounts, at {@code signup}. */
record ClosedSignUpRoute(AccountSite site) implements VisitorRoute {
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
        var code = SignUpRules.CLOSED.code();
        return shown.refuse(
                403,
                shown.fault(code, null, ""),
                () -> shown.page("error." + code + ".heading", "error." + code + ".heading")
                        .text(shown.text("error." + code + ".text"))
                        .state("error", code)
                        .link(shown.text("accounts.signup.signin"), shown.urlOf("/signin")));
    }
}
