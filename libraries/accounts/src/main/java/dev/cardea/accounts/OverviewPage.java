package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.json.Claims;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The first page of the account: who is signed in, how each part of the account stands, and the way out.
 *
 * @param parts the other pages, in the order of the menu
 */
record OverviewPage(List<AccountPage> parts) implements AccountPage {
    @Override
    public String name() {
        return "";
    }

    @Override
    public FormPage show(AccountRequest request) {
        return page(request).fault(request.faultOfUrl());
    }

    /** Nothing can be changed here. */
    @Override
    public InternalResponse change(AccountRequest request) {
        return request.unknown(page(request));
    }

    private FormPage page(AccountRequest request) {
        var user = request.user();
        var items = new ArrayList<Item>();
        var state = new ArrayList<Map<String, Object>>();
        int ways = request.isVerified() ? 1 : 0;
        for (var part : parts) {
            var summary = part.summary(request);
            var text = summary.map(Summary::text);
            ways += summary.map(Summary::ways).orElse(0);
            var title = request.text(AccountMenu.title(part.name()));
            var url = request.shown().urlOf(AccountMenu.path(part.name()));
            items.add(Item.link(title, text.stream().toList(), url));
            state.add(Claims.of("page", part.name())
                    .withPresent("summary", text.orElse(null))
                    .asMap());
        }
        var page = request.page(name()).items(List.of(person(request)));
        boolean isUnverified = user.email() != null && !request.isVerified();
        if (isUnverified) page = page.hint(request.text("accounts.overview.unverified"));
        else if (ways < 2) page = page.hint(request.text("accounts.overview.one-way"));
        return page.items(items)
                .state("name", Objects.requireNonNullElse(user.name(), ""))
                .state("email", Objects.requireNonNullElse(user.email(), ""))
                .state("isVerified", request.isVerified())
                .state("parts", state);
    }

    private static Item person(AccountRequest request) {
        var name = request.userName();
        var email = request.user().email();
        var title = name.orElseGet(() -> email != null ? email : request.text("accounts.overview.nameless"));
        boolean isUnverified = email != null && !request.isVerified();
        return new Item(
                Marks.person(title),
                title,
                isUnverified ? request.text("accounts.overview.unverified.badge") : null,
                name.isPresent() && email != null ? List.of(email) : List.of(),
                List.of(signOut(request, title)));
    }

    /** Ends this session, and removes its cookie. */
    static Item.Action signOut(AccountRequest request, String about) {
        return Item.Action.of(request.text("accounts.signout"), about, Map.of())
                .to(request.call().request().baseUrl() + "/signout");
    }
}
