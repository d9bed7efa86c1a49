package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import java.util.Set;

/** Says that there are no new accounts, at {@code signup}. */
record ClosedSignUpRoute(AccountSite site) implements Route {
    @Override
    public String name() {
        return "signup";
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET", "POST");
    }

    @Override
    public InternalResponse answer(RouteRequest call) {
        var shown = new AccountCall(call, site.texts(), "/signup", site.pages().signUp());
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
