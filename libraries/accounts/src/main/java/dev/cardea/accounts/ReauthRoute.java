package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.action.SignIn;
import dev.cardea.error.CredentialsSignInException;
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
 * another user are then that user.
 */
record ReauthRoute(AccountSite site, List<Provider> providers) implements Route {
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
        var user = login.get().user();
        var methods = OwnMethods.of(call.store(), user, providers);
        if (call.request().isPost()) return signIn(call, shown, user, methods);
        return shown.toOwnPage()
                .orElseGet(() ->
                        page(call, shown, user, methods, shown.faultOfUrl()).respond(200));
    }

    private InternalResponse signIn(RouteRequest call, AccountCall shown, User user, OwnMethods methods) {
        var id = shown.field("id");
        if (methods.hasPassword() && id.equals(UserAccounts.PROVIDER)) return byPassword(call, shown, user, methods);
        if (methods.email().filter(it -> it.id().equals(id)).isPresent()) {
            return call.signIn(SignIn.with(id).field("email", user.email()));
        }
        var provider =
                methods.linked().stream().filter(it -> it.id().equals(id)).findFirst();
        return provider.map(it -> call.signIn(asking(it)))
                .orElseGet(() -> InternalResponse.redirect(shown.url(Map.of()), List.of()));
    }

    /** A provider of OpenID Connect asks the user again, and says when it did (OpenID Connect Core 1.0, section 3.1.2.1). */
    private static SignIn asking(OAuthProvider provider) {
        var signIn = SignIn.with(provider.id());
        return provider.type() == ProviderType.OIDC ? signIn.param("max_age", "0") : signIn;
    }

    private InternalResponse byPassword(RouteRequest call, AccountCall shown, User user, OwnMethods methods) {
        try {
            return call.signIn(SignIn.with(UserAccounts.PROVIDER)
                    .field("email", user.email())
                    .field("password", shown.field("password")));
        } catch (CredentialsSignInException e) {
            var fault = shown.fault("PasswordWrong", "password", "");
            return shown.refuse(fault, () -> page(call, shown, user, methods, fault));
        }
    }

    private FormPage page(
            RouteRequest call, AccountCall shown, User user, OwnMethods methods, @Nullable FormFault fault) {
        var page = shown.page("accounts.reauth.heading", "accounts.reauth.heading")
                .text(text(shown, user))
                .state("methods", methods.ids());
        if (methods.hasPassword()) {
            page = page.form(
                    List.of(FormField.currentPassword("password", shown.text("accounts.password"))),
                    hidden(shown, UserAccounts.PROVIDER),
                    shown.text("accounts.reauth.button"),
                    true,
                    fault);
        }
        if (methods.email().isPresent()) {
            var email = methods.email().get();
            var button = shown.text(email.codes() ? "signin.email.code" : "signin.email.link");
            page = page.form(List.of(), hidden(shown, email.id()), button, !methods.hasPassword(), null);
        }
        for (var passkeys : methods.passkeys()) {
            page = page.passkey(PasskeyForm.signingIn(shown::text, passkeys, call.callbackUrl()));
        }
        for (var provider : methods.linked()) {
            var button = shown.text("signin.with", provider.name());
            page = page.provider(hidden(shown, provider.id()), Marks.of(provider), button);
        }
        return page.link(shown.text("accounts.reauth.other"), call.signInUrl(call.callbackUrl()));
    }

    /** An unverified address may be one that an attacker chose, to look like the visitor's. */
    private static String text(AccountCall shown, User user) {
        boolean isVerified = user.email() != null && user.emailVerified() != null;
        return isVerified
                ? shown.text("accounts.reauth.user", Objects.requireNonNull(user.email()))
                : shown.text("accounts.reauth.text");
    }

    private static Map<String, String> hidden(AccountCall shown, String id) {
        var all = new LinkedHashMap<>(shown.hidden());
        all.put("id", id);
        return all;
    }
}
