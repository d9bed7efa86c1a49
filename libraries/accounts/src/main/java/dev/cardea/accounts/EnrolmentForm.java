package dev.cardea.accounts;

import dev.cardea.accounts.factor.Enrolments.Enrolment;
import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.Store;
import dev.cardea.http.Cookie;
import dev.cardea.http.Form;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import java.util.List;
import java.util.Map;
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
        var name = FormField.text(
                "name",
                shown.text("accounts.security.name"),
                shown.field("name"),
                false,
                shown.text("accounts.security.name.hint"));
        return page.section(shown.text("accounts.security.scan"))
                .text(shown.text("accounts.security.scan.text"))
                .html(QrImage.svg(uri, shown.text("accounts.security.scan.label")))
                .html("<p>" + Html.escape(shown.text("accounts.security.key"))
                        + "</p><p class=\"key\"><code dir=\"ltr\">" + Html.escape(pending.key()) + "</code></p>")
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

    /**
     * What came of a first value.
     *
     * @param fault why no authenticator was added; {@code null}: it was
     * @param codes to be shown once; empty unless it is the first factor
     */
    record Confirmation(@Nullable FormFault fault, List<String> codes) {
        private static Confirmation refused(FormFault fault) {
            return new Confirmation(fault, List.of());
        }

        /** Without the codes. */
        @Override
        public String toString() {
            return "Confirmation";
        }
    }

    /**
     * Adds the authenticator whose first value was entered.
     *
     * @param counting what happens once the value is found right, and may still refuse it
     */
    Confirmation confirm(
            Store store, AccountCall shown, String userId, Optional<Enrolment> pending, Runnable counting) {
        if (pending.isEmpty()) return Confirmation.refused(gone(shown));
        var name = AccountCall.storable(shown.field("name")).strip();
        if (name.length() > MAX_NAME) {
            return Confirmation.refused(shown.fault("PasskeyName", "name", String.valueOf(MAX_NAME)));
        }
        var step = site.factors().stepOf(pending.get(), shown.field("code"));
        if (step.isEmpty()) return Confirmation.refused(shown.fault("FirstCodeWrong", "code", ""));
        counting.run();
        var called = name.isEmpty() ? shown.text("accounts.security.app") : name;
        var added = store.inUnit(unit -> site.factors().add(unit, userId, pending.get(), called, step.getAsLong()));
        return added.isAdded() ? new Confirmation(null, added.codes()) : Confirmation.refused(gone(shown));
    }

    private static FormFault gone(AccountCall shown) {
        return shown.fault("EnrolmentGone", null, "");
    }

    /**
     * Responds to a change with its notice, and with the recovery codes if there are new ones. A page of the application gets
     * them as JSON, with where it goes next.
     */
    static InternalResponse respond(AccountRequest request, List<String> codes, String notice, List<Cookie> cookies) {
        if (codes.isEmpty()) return request.again(notice, cookies);
        var next = request.shown().url(Map.of("notice", notice));
        if (request.call().request().returnsRedirect()) {
            return InternalResponse.json(200, Claims.of("url", next).with("recoveryCodes", codes), cookies);
        }
        return codes(request.page("security"), request.shown(), codes, next)
                .respond(200)
                .after(cookies);
    }

    /** Shows recovery codes, the only time that anyone sees them: to copy, to print or to download. */
    static FormPage codes(FormPage page, AccountCall shown, List<String> codes, String next) {
        var lines = String.join("\n", codes) + "\n";
        var heading = shown.text("accounts.codes.heading");
        var file = shown.text("accounts.codes.file", shown.host()) + "\n\n" + lines;
        return page.heading(heading)
                .text(shown.text("accounts.codes.text"))
                .html("<pre class=\"codes\" dir=\"ltr\" tabindex=\"0\" aria-label=\"" + Html.escape(heading) + "\">"
                        + Html.escape(lines) + "</pre>")
                .html("<p><a class=\"button\" download=\"" + FILE + "\" href=\"data:text/plain;charset=utf-8,"
                        + Form.encodeComponent(file) + "\">"
                        + Html.escape(shown.text("accounts.codes.download")) + "</a></p>")
                .html("<p><a class=\"button primary\" href=\"" + Html.escape(next) + "\">"
                        + Html.escape(shown.text("accounts.codes.done")) + "</a></p>");
    }
}
