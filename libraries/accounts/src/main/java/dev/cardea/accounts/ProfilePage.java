package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.UserChange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The user's name and the further fields of a sign-up, at {@code account/profile}. */
record ProfilePage(AccountSite site) implements AccountPage {
    @Override
    public String name() {
        return "profile";
    }

    @Override
    public Optional<Summary> summary(AccountRequest request) {
        var name = request.userName().orElseGet(() -> request.text("accounts.profile.nameless"));
        return Optional.of(new Summary(name, 0));
    }

    @Override
    public FormPage show(AccountRequest request) {
        return page(request, request.faultOfUrl());
    }

    @Override
    public InternalResponse change(AccountRequest request) {
        var sent = site.fields().sentIn(request.shown());
        var fault = sent.fault(request.shown());
        if (fault != null) return request.refuse(fault, page(request, fault));
        var entered = sent.entered(request.shown());
        var change = UserChange.of(request.userId());
        for (var name : sent.declared().keySet()) {
            var value = entered.text(name);
            if (Objects.equals(value, stored(request, name))) continue;
            change = value == null ? change.clear(name) : change.with(name, value);
        }
        boolean isChanged = !change.fields().isEmpty();
        return request.done("profile-saved", isChanged ? request.call().updateUser(change) : List.of());
    }

    private static @Nullable String stored(AccountRequest request, String name) {
        return request.user().claims().text(name);
    }

    private FormPage page(AccountRequest request, @Nullable FormFault fault) {
        var stored = new LinkedHashMap<String, @Nullable Object>();
        for (var name : site.fields().declared().keySet()) stored.put(name, stored(request, name));
        return request.page(name())
                .state("profile", stored)
                .form(
                        site.fields().inputs(request.shown(), name -> shown(request, name)),
                        request.shown().hidden(),
                        request.text("accounts.profile.save"),
                        true,
                        fault);
    }

    private static String shown(AccountRequest request, String name) {
        if (request.shown().isSent(name)) return request.field(name);
        return Objects.requireNonNullElse(stored(request, name), "");
    }
}
