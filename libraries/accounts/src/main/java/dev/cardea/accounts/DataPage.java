package dev.cardea.accounts;

import dev.cardea.Accounts;
import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the store has about the user, at {@code account/data}: to see, to take along and to delete. The page shows what users
 * know by name; the file has all of it.
 *
 * @param names of the providers with which users sign in
 */
record DataPage(AccountSite site, ProviderNames names) implements AccountPage {
    @Override
    public String name() {
        return "data";
    }

    @Override
    public Optional<Summary> summary(AccountRequest request) {
        return Optional.of(new Summary(request.text("accounts.data.summary"), 0));
    }

    @Override
    public FormPage show(AccountRequest request) {
        return page(request, request.faultOfUrl());
    }

    @Override
    public InternalResponse change(AccountRequest request) {
        var action = request.field("do");
        boolean isKnown = action.equals("export") || action.equals("delete");
        if (!isKnown) return InternalResponse.redirect(request.shown().url(Map.of()), List.of());
        if (!request.isFresh()) return request.confirm();
        return action.equals("export") ? export(request) : delete(request);
    }

    private InternalResponse export(AccountRequest request) {
        var all = report(request).export(site.clock().instant(), false);
        return InternalResponse.json(200, all, List.of())
                .header("Content-Disposition", "attachment; filename=\"account.json\"");
    }

    private InternalResponse delete(AccountRequest request) {
        if (!request.field("confirm").strip().equalsIgnoreCase(confirmation(request))) {
            var fault = request.fault("ConfirmationWrong", "confirm");
            return request.refuse(fault, page(request, fault));
        }
        var own = Accounts.of(request.call());
        if (own.isEmpty()) return request.confirm();
        var cookies = own.get().deleteUser();
        request.report("account-deleted");
        return InternalResponse.redirect(request.shown().origin(), cookies);
    }

    /** What the user types, so that no click deletes the account by mistake. */
    private static String confirmation(AccountRequest request) {
        var email = request.user().email();
        if (email != null) return email;
        return request.userName().orElseGet(() -> request.text("accounts.data.delete.word"));
    }

    private static UserReport report(AccountRequest request) {
        return UserReport.of(request.call().store(), request.user());
    }

    private FormPage page(AccountRequest request, @Nullable FormFault fault) {
        var confirmation = confirmation(request);
        var label = request.text("accounts.data.delete.confirm", confirmation);
        var field = FormField.text("confirm", label, request.field("confirm"), true, null);
        return stored(request, request.page(name()).text(request.text("accounts.data.text")))
                .state("confirmation", confirmation)
                .section(request.text("accounts.data.export"))
                .text(request.text("accounts.data.export.text"))
                .form(List.of(), Map.of("do", "export"), request.text("accounts.data.export.button"), false, null)
                .section(request.text("accounts.data.delete"))
                .text(request.text("accounts.data.delete.text"))
                .danger(List.of(field), Map.of("do", "delete"), request.text("accounts.data.delete.button"), fault);
    }

    private FormPage stored(AccountRequest request, FormPage page) {
        var report = report(request);
        var user = new ArrayList<String>();
        Redaction.of(report.user().claims()).asMap().forEach((name, value) -> {
            var label = label(request, name);
            if (value != null && label.isPresent()) user.add(label.get() + ": " + shown(request, name, value));
        });
        var accounts = report.accounts().stream()
                .filter(it -> !it.type().equals(ProviderType.WEBAUTHN.wire()))
                .map(Account::provider)
                .toList();
        var linked = accounts.stream().map(it -> names.of(request, it).orElse(it));
        var records =
                report.records().stream().map(ModuleRecord::kind).distinct().toList();
        var shown = records.stream().map(it -> request.text("accounts.data.record." + it));
        int sessions = report.sessions().size();
        int passkeys = report.passkeys().size();
        return page.items(List.of(
                        item(request, "user", user),
                        item(request, "accounts", linked.toList()),
                        item(request, "sessions", List.of(String.valueOf(sessions))),
                        item(request, "passkeys", List.of(String.valueOf(passkeys))),
                        item(request, "records", shown.toList())))
                .state("accounts", accounts)
                .state("sessions", sessions)
                .state("passkeys", passkeys)
                .state("records", records);
    }

    /** Returns what users call a field, as on the page of their profile; empty if only the application knows it. */
    private Optional<String> label(AccountRequest request, String field) {
        var key = "accounts.data.field." + field;
        if (AccountTexts.has(key)) return Optional.of(request.text(key));
        return site.fields().inputs(request.shown(), it -> "").stream()
                .filter(it -> it.name().equals(field))
                .map(FormField::label)
                .findFirst();
    }

    private static String shown(AccountRequest request, String field, Object value) {
        if (field.equals("image")) return request.text("accounts.data.present");
        return value instanceof Instant time ? request.day(time) : String.valueOf(value);
    }

    private static Item item(AccountRequest request, String what, List<String> details) {
        var none = details.isEmpty() ? List.of("–") : details;
        return new Item("", request.text("accounts.data." + what), null, none, List.of());
    }
}
