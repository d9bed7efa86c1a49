package dev.cardea.accounts;

import dev.cardea.accounts.factor.Enrolments.Enrolment;
import dev.cardea.http.Form;
import dev.cardea.model.User;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The form that adds an authenticator app, and the page with the recovery codes of the first one. */
record EnrolmentForm(AccountSite site) {
    private static final int MAX_NAME = 100;
    private static final String FILE = "recovery-codes.txt";

    /** Shows what to scan, and asks for the first value. */
    FormPage show(FormPage page, AccountCall shown, User user, Enrolment pending, @Nullable FormFault fault) {
        var issuer = Objects.requireNonNullElseGet(site.name(), shown::host);
        var uri = pending.uri(issuer, Objects.requireNonNullElse(user.email(), issuer));
        var code = FormField.code(shown.text("accounts.factor.totp.code"));
        var name = new FormField(
                "name",
                shown.text("accounts.security.name"),
                "text",
                "off",
                shown.field("name"),
                false,
                shown.text("accounts.security.name.hint"),
                0);
        return page.section(shown.text("accounts.security.scan"))
                .text(shown.text("accounts.security.scan.text"))
                .html(QrImage.svg(uri, shown.text("accounts.security.scan.label")))
                .html("<p>" + Html.escape(shown.text("accounts.security.key")) + "</p><p class=\"key\"><code>"
                        + Html.escape(pending.key()) + "</code></p>")
                .link(shown.text("accounts.security.open"), uri)
                .state("key", pending.key())
                .state("uri", uri)
                .form(
                        List.of(code, name),
                        shown.hidden("confirm"),
                        shown.text("accounts.security.confirm"),
                        true,
                        fault)
                .form(List.of(), shown.hidden("cancel"), shown.text("accounts.cancel"), false, null);
    }

    /** Returns the name that was entered, or that of any authenticator; empty if it is too long. */
    Optional<String> name(AccountCall shown) {
        var name = AccountCall.storable(shown.field("name")).strip();
        if (name.isEmpty()) return Optional.of(shown.text("accounts.security.app"));
        return name.length() > MAX_NAME ? Optional.empty() : Optional.of(name);
    }

    FormFault nameFault(AccountCall shown) {
        return shown.fault("PasskeyName", "name", String.valueOf(MAX_NAME));
    }

    /** Shows recovery codes, the only time that anyone sees them: to copy, to print or to download. */
    static FormPage codes(FormPage page, AccountCall shown, List<String> codes, String next) {
        var lines = String.join("\n", codes) + "\n";
        var heading = shown.text("accounts.codes.heading");
        var file = shown.text("accounts.codes.file", shown.host()) + "\n\n" + lines;
        return page.heading(heading)
                .text(shown.text("accounts.codes.text"))
                .html("<pre class=\"codes\" tabindex=\"0\" aria-label=\"" + Html.escape(heading) + "\">"
                        + Html.escape(lines) + "</pre>")
                .html("<p><a class=\"button\" download=\"" + FILE + "\" href=\"data:text/plain;charset=utf-8,"
                        + Form.encodeComponent(file) + "\">"
                        + Html.escape(shown.text("accounts.codes.download")) + "</a></p>")
                .html("<p><a class=\"button primary\" href=\"" + Html.escape(next) + "\">"
                        + Html.escape(shown.text("accounts.codes.done")) + "</a></p>");
    }
}
