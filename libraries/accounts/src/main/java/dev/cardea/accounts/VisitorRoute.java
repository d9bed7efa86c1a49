package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.action.SignIn;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A page for visitors who have no password yet, or have forgotten it. */
interface VisitorRoute extends Route {
    AccountSite site();

    /** Returns the page of the application in place of this one; {@code null}: none. */
    @Nullable String ownPage();

    InternalResponse respond(RouteRequest call, AccountCall shown);

    @Override
    default Set<String> methods() {
        return Set.of("GET", "POST");
    }

    @Override
    default InternalResponse answer(RouteRequest call) {
        return respond(call, new AccountCall(call, site().texts(), "/" + name(), ownPage()));
    }

    /**
     * Sends the email that proves the address of an intention. The provider counts it, as for every sign-in.
     *
     * @param back where the visitor goes after the proof
     */
    default InternalResponse sendEmail(RouteRequest call, Intention intention, String back) {
        var cookie = site().intentions().keep(intention, call.request().isHttps());
        var signIn = SignIn.with(site().emailProvider().orElseThrow()).redirectTo(back);
        return call.signIn(signIn.field("email", intention.email())).after(List.of(cookie));
    }
}
