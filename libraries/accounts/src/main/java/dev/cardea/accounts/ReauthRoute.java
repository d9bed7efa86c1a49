package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.action.SignIn;
import dev.cardea.error.CredentialsSignInException;
import dev.cardea.model.Login;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks signed-in users to sign in once more, at {@code reauth}, before they do what a stolen session must not do. It shows the
 * user's own sign-in methods. Each is an ordinary sign-in that comes back to the callback URL. Visitors who sign in as
 * another user are then that user. Users who have a second factor are asked for that instead, and keep their session with
 * another token.
 */
record ReauthRoute(AccountSite site, List<Provider> providers, SessionProofs proofs, FactorForm form) implements Route {
    @Override
    public String name() {
        return "reauth";
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET", "POST");
    }

    @Override
    public InternalResponse answer(RouteRequest call) {
        var shown = new AccountCall(
                call, site.texts(), Reauthentication.PATH, site.pages().reauth());
        var login = call.login();
        if (login.isEmpty()) return InternalResponse.redirect(call.signInUrl(call.callbackUrl()), List.of());
        var need = need(call);
        var user = login.get().user();
        var methods = ReauthMethods.of(need, call.store(), user, providers);
        var challenge = new Challenge(call, shown, login.get(), need, methods);
        if (call.request().isPost()) return prove(challenge);
        return shown.toOwnPage(challenge.needed())
                .orElseGet(() -> page(challenge, shown.faultOfUrl()).respond(200));
    }

    private static StepUp.Kind need(RouteRequest call) {
        var field = call.request().field(Reauthentication.NEED);
        return StepUp.Kind.of(field == null ? call.request().query().get(Reauthentication.NEED) : field);
    }

    /** Who is asked, and for what. */
    private record Challenge(
            RouteRequest call, AccountCall shown, Login login, StepUp.Kind need, ReauthMethods methods) {
        User user() {
            return login.user();
        }

        OwnMethods signIns() {
            return methods.signIns();
        }

        /** Returns the parameter with which the page asks for the same again. */
        Map<String, String> needed() {
            return need == StepUp.Kind.FRESH ? Map.of() : Map.of(Reauthentication.NEED, need.wire());
        }

        Map<String, String> hidden(String field, String value) {
            var all = new LinkedHashMap<>(shown.hidden());
            all.putAll(needed());
            all.put(field, value);
            return all;
        }
    }

    private InternalResponse prove(Challenge challenge) {
        var id = challenge.shown().field("id");
        if (!challenge.shown().field("do").isEmpty()) return byFactor(challenge);
        var own = challenge.signIns();
        if (own.hasPassword() && id.equals(UserAccounts.PROVIDER)) return byPassword(challenge);
        if (own.email().filter(it -> it.id().equals(id)).isPresent()) {
            return challenge
                    .call()
                    .signIn(SignIn.with(id).field("email", challenge.user().email()));
        }
        var provider = own.linked().stream().filter(it -> it.id().equals(id)).findFirst();
        return provider.map(it -> challenge.call().signIn(asking(it))).orElseGet(() -> again(challenge));
    }

    /** What proves nothing here isn't tried. */
    private static InternalResponse again(Challenge challenge) {
        return InternalResponse.redirect(challenge.shown().url(challenge.needed()), List.of());
    }

    /** A provider of OpenID Connect asks the user again, and says when it did (OpenID Connect Core 1.0, section 3.1.2.1). */
    private static SignIn asking(OAuthProvider provider) {
        var signIn = SignIn.with(provider.id());
        return provider.type() == ProviderType.OIDC ? signIn.param("max_age", "0") : signIn;
    }

    private InternalResponse byPassword(Challenge challenge) {
        try {
            return challenge
                    .call()
                    .signIn(SignIn.with(UserAccounts.PROVIDER)
                            .field("email", challenge.user().email())
                            .field("password", challenge.shown().field("password")));
        } catch (CredentialsSignInException e) {
            return refuse(challenge, "PasswordWrong", "password");
        }
    }

    /** The proof strengthens this session, so its token changes: one that was stolen before is worth nothing more. */
    private InternalResponse byFactor(Challenge challenge) {
        if (!challenge.methods().hasFactor()) return again(challenge);
        var proof = form.check(challenge.call(), challenge.shown(), challenge.user());
        if (proof.isEmpty()) return refuse(challenge, "InvalidCode", "code");
        var userId = StoredUser.idOf(challenge.user());
        var cookies = challenge.call().replaceSession((unit, sessionId) -> {
            Block.requireNone(unit, userId);
            proofs.move(unit, challenge.login(), sessionId, userId, List.of(proof.get()));
        });
        return InternalResponse.redirect(challenge.call().callbackUrl(), cookies);
    }

    private InternalResponse refuse(Challenge challenge, String code, String field) {
        var fault = challenge.shown().fault(code, field, "");
        return challenge.shown().refuse(fault, () -> page(challenge, fault));
    }

    private FormPage page(Challenge challenge, @Nullable FormFault fault) {
        var shown = challenge.shown();
        var own = challenge.signIns();
        var page = shown.page("accounts.reauth.heading", "accounts.reauth.heading")
                .text(text(shown, challenge.user()))
                .state("methods", own.ids())
                .state("factor", challenge.methods().hasFactor());
        if (challenge.methods().isEmpty()) return missing(challenge, page);
        var button = shown.text("accounts.reauth.button");
        if (challenge.methods().hasFactor()) return other(challenge, byFactor(challenge, page, fault));
        if (own.hasPassword()) {
            var password = FormField.currentPassword("password", shown.text("accounts.password"));
            page = page.form(List.of(password), challenge.hidden("id", UserAccounts.PROVIDER), button, true, fault);
        }
        if (own.email().isPresent()) {
            var email = own.email().get();
            var label = shown.text(email.codes() ? "signin.email.code" : "signin.email.link");
            page = page.form(List.of(), challenge.hidden("id", email.id()), label, !own.hasPassword(), null);
        }
        for (var passkeys : own.passkeys()) {
            page = page.passkey(PasskeyForm.signingIn(
                    shown::text, passkeys, challenge.call().callbackUrl()));
        }
        for (var provider : own.linked()) {
            var label = shown.text("signin.with", provider.name());
            page = page.provider(challenge.hidden("id", provider.id()), Marks.of(provider), label);
        }
        return other(challenge, page);
    }

    private FormPage byFactor(Challenge challenge, FormPage page, @Nullable FormFault fault) {
        var call = challenge.call();
        var userId = StoredUser.idOf(challenge.user());
        var own = OwnFactors.of(call.store(), userId, providers);
        return form.show(page, call, challenge.shown(), own, challenge.needed(), fault);
    }

    private static FormPage other(Challenge challenge, FormPage page) {
        var other = challenge.call().signInUrl(challenge.call().callbackUrl());
        return page.link(challenge.shown().text("accounts.reauth.other"), other);
    }

    private static FormPage missing(Challenge challenge, FormPage page) {
        var shown = challenge.shown();
        boolean isPasskey = challenge.need() == StepUp.Kind.PHISHING_RESISTANT;
        return page.hint(shown.text(isPasskey ? "accounts.reauth.no-passkey" : "accounts.reauth.no-factor"))
                .link(shown.text("accounts.reauth.account"), shown.urlOf(isPasskey ? "/account" : "/account/security"));
    }

    /** An unverified address may be one that an attacker chose, to look like the visitor's. */
    private static String text(AccountCall shown, User user) {
        return StoredUser.isVerified(user)
                ? shown.text("accounts.reauth.user", Objects.requireNonNull(user.email()))
                : shown.text("accounts.reauth.text");
    }
}
