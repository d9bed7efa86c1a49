package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.action.SignIn;
import dev.cardea.json.Claims;
import dev.cardea.limit.Limit;
import dev.cardea.model.User;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Creates accounts, at {@code signup}. A post sends an email and stores nothing: whether the address has a user is the same
 * until its owner has opened that email.
 */
record SignUpRoute(AccountSite site) implements Route {
    private static final Limit BY_CLIENT = new Limit(20, Duration.ofMinutes(1));
    private static final int MAX_FIELD = 200;

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
        if (call.request().isPost()) return signUp(call, shown);
        return shown.toOwnPage().orElseGet(() -> page(shown, shown.faultOfUrl()).respond(200));
    }

    private InternalResponse signUp(RouteRequest call, AccountCall shown) {
        call.countAttempt(BY_CLIENT);
        var email = site.email(shown.field("email"));
        var fault = fault(shown, email.orElse(null));
        if (fault != null) return shown.refuse(fault, () -> page(shown, fault));
        var address = email.orElseThrow();
        var intention = new Intention(address, site.passwords().hash(shown.field("password")), fields(shown));
        var cookie = site.intentions().keep(intention, call.request().isHttps());
        var started = SignIn.with(site.emailProvider()).redirectTo(call.callbackUrl());
        return call.signIn(started.field("email", address)).after(List.of(cookie));
    }

    private FormPage.@Nullable Fault fault(AccountCall shown, @Nullable String email) {
        if (email == null) return shown.fault("EmailInvalid", "email", "");
        for (var field : site.signUps().fields().entrySet()) {
            boolean isMissing = shown.field(field.getKey()).isBlank()
                    && field.getValue().attributes().containsKey("required");
            boolean isTooLong = shown.field(field.getKey()).length() > MAX_FIELD;
            if (isMissing || isTooLong) return shown.fault("FieldMissing", field.getKey(), "");
        }
        var user = User.of(Claims.of("email", email).withAll(fields(shown)));
        return site.fault(shown, shown.field("password"), user).orElse(null);
    }

    /** Only declared fields are taken from a body. */
    private Claims fields(AccountCall shown) {
        var all = Claims.NONE;
        for (var name : site.signUps().fields().keySet()) {
            var value = storable(shown.field(name)).strip();
            if (!value.isEmpty()) all = all.with(name, value);
        }
        return all;
    }

    /** Without what a field of a form can't have, and databases reject: control characters and halves of a character. */
    private static String storable(String entered) {
        return entered.codePoints()
                .filter(it -> !Character.isISOControl(it) && Character.getType(it) != Character.SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private FormPage page(AccountCall shown, FormPage.@Nullable Fault fault) {
        var fields = new ArrayList<FormPage.Field>();
        site.signUps()
                .fields()
                .forEach((name, input) -> fields.add(new FormPage.Field(
                        name,
                        label(shown, name, input.attributes().get("label")),
                        input.attributes().getOrDefault("type", "text"),
                        input.attributes().getOrDefault("autocomplete", name.equals("name") ? "name" : "on"),
                        shown.field(name),
                        input.attributes().containsKey("required"),
                        null,
                        0)));
        fields.add(FormPage.Field.email(shown.text("accounts.email"), shown.field("email")));
        int length = site.policy().minimumLength();
        fields.add(FormPage.Field.newPassword(
                shown.text("accounts.password"), shown.text("accounts.password.hint", String.valueOf(length)), length));
        return shown.page("accounts.signup.title", "accounts.signup.heading")
                .text(shown.text("accounts.signup.text"))
                .form(fields, shown.hidden(), shown.text("accounts.signup.button"), true, fault)
                .link(shown.text("accounts.signup.signin"), shown.urlOf("/signin"));
    }

    private static String label(AccountCall shown, String name, @Nullable String declared) {
        if (declared != null) return declared;
        return name.equals("name") ? shown.text("accounts.name") : name;
    }
}
