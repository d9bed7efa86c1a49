package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The first page of the account: who is signed in, and the way out. */
record OverviewPage() implements AccountPage {
    @Override
    public String name() {
        return "";
    }

    @Override
    public FormPage show(AccountRequest request) {
        var user = request.user();
        @Nullable String email = user.email();
        return request.page(name())
                .text(
                        email == null
                                ? request.text("accounts.overview.nameless")
                                : request.text("accounts.overview.user", email));
    }

    /** Nothing can be changed here. */
    @Override
    public InternalResponse change(AccountRequest request) {
        return InternalResponse.redirect(request.shown().url(Map.of()), List.of());
    }
}
