package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.json.Claims;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The pages of the signed-in user's account, at {@code account} and below. */
final class AccountRoute implements Route {
    private final AccountSite site;
    private final SessionProofs proofs;
    private final Map<String, AccountPage> pages = new LinkedHashMap<>();

    /** @param pages in the order of the menu */
    AccountRoute(AccountSite site, SessionProofs proofs, List<AccountPage> pages) {
        this.site = site;
        this.proofs = proofs;
        for (var page : pages) this.pages.put(page.name(), page);
    }

    @Override
    public String name() {
        return "account";
    }

    @Override
    public boolean takesSegment() {
        return true;
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET", "POST");
    }

    /** A page that doesn't exist leads to the first one. */
    @Override
    public InternalResponse answer(RouteRequest call) {
        var page = pages.get(call.request().segment().orElse(""));
        if (page == null) return InternalResponse.redirect(call.request().baseUrl() + "/account", List.of());
        var shown = new AccountCall(
                call, site.texts(), AccountMenu.path(page.name()), site.pages().partOfAccount(page.name()));
        var login = call.login();
        if (login.isEmpty()) return signIn(call, shown);
        var request = new AccountRequest(call, shown, site, proofs, login.get(), List.copyOf(pages.keySet()));
        if (call.request().isPost()) return page.change(request);
        return shown.toOwnPage().orElseGet(() -> page.show(request).respond(200));
    }

    private static InternalResponse signIn(RouteRequest call, AccountCall shown) {
        if (shown.wantsJson()) return InternalResponse.json(401, Claims.of("error", "not signed in"), List.of());
        return InternalResponse.redirect(call.signInUrl(shown.url(Map.of())), List.of());
    }
}
