package dev.cardea.attacks;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.UserPage;
import dev.cardea.attacks.AttackedSite.Weakness;
import dev.cardea.attacks.WeakenedSiteTest.Case;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.provider.OAuthProvider;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Sites that link, remove or accept sign-in methods of other users. */
final class WeakenedAccounts {
    private static final String UNLINK = "/auth/unlink";

    /** Of the account pages. */
    private static final Set<String> PAGES = Set.of("/auth/account/providers", "/auth/account/passkeys");

    private WeakenedAccounts() {}

    static List<Case> cases() {
        Map<String, String> handles = new ConcurrentHashMap<>();
        return List.of(
                withRows(
                        "A33",
                        "the application takes every address for verified",
                        WeakenedAccounts::linking,
                        beforeCallbacks(WeakenedAccounts::verifyAll)),
                new Case("A34", "email_verified is ignored", WeakenedAccounts::linkingUnverified, Weakness.NONE),
                withRows("A06", "an account is unlinked by GET", config -> config, WeakenedAccounts::unlinkByGet),
                withRows(
                        "A35", "any account is unlinked by its id", config -> config, unlinking(Set.of(UNLINK), false)),
                withRows(
                        "A36",
                        "the last sign-in method is unlinked",
                        config -> config,
                        unlinking(Set.of(UNLINK), true)),
                withRows(
                        "A35",
                        "any account is unlinked on the page of an account",
                        WeakenedForms::withAccounts,
                        unlinking(PAGES, false)),
                withRows(
                        "A36",
                        "the last sign-in method is unlinked on the page of an account",
                        WeakenedForms::withAccounts,
                        unlinking(PAGES, true)),
                new Case("A52", "the user handle of an answer is ignored", (request, site) -> {
                    var data = credential(request);
                    if (data.isEmpty()) return site.handle(request);
                    var id = String.valueOf(data.get().text("id"));
                    var response = data.get().get(Claim.object("response")).orElse(Claims.NONE);
                    var handle = handles.computeIfAbsent(id, it -> String.valueOf(response.text("userHandle")));
                    var own = data.get()
                            .with(
                                    "response",
                                    response.with("userHandle", handle).asMap());
                    return site.handle(WeakenedSiteTest.withField(request, "data", own.toJson()));
                }),
                withRows(
                        "A54",
                        "the store loses what a provider reported of an address",
                        config -> config,
                        beforeCallbacks(WeakenedAccounts::forget)));
    }

    private static AuthConfig.Builder linking(AuthConfig.Builder config) {
        return config.replaceProviders(provider -> provider instanceof OAuthProvider oauth
                ? oauth.danger().allowDangerousEmailAccountLinking()
                : provider);
    }

    private static AuthConfig.Builder linkingUnverified(AuthConfig.Builder config) {
        return linking(config)
                .replaceProviders(provider -> provider instanceof OAuthProvider oauth
                        ? oauth.emailProof((profile, asked) -> true)
                        : provider);
    }

    /** What an application answers that has access to the rows of its store. */
    private interface Answer {
        Response to(Request request, InMemoryAdapter rows, HttpHandler site);
    }

    private static Case withRows(String id, String what, UnaryOperator<AuthConfig.Builder> change, Answer answer) {
        var rows = new AtomicReference<InMemoryAdapter>();
        return new Case(
                id,
                what,
                config -> {
                    rows.set(AttackedSite.started().development().rows());
                    return change.apply(config);
                },
                (request, site) -> answer.to(request, rows.get(), site));
    }

    /** The rows are changed whenever a browser comes back from a provider. */
    private static Answer beforeCallbacks(Consumer<InMemoryAdapter> change) {
        return (request, rows, site) -> {
            if (WeakenedSiteTest.isCallback(request)) change.accept(rows);
            return site.handle(request);
        };
    }

    /** The rows of accounts lose their reports, and the ID tokens, which show them too. */
    private static void forget(InMemoryAdapter rows) {
        for (var user : rows.listUsers(new UserPage("", 100))) {
            for (var account : rows.listAccountsByUserId(String.valueOf(user.id()))) {
                rows.updateAccount(account.with(Account.UNVERIFIED_EMAIL, null).with("id_token", null));
            }
        }
    }

    private static void verifyAll(InMemoryAdapter rows) {
        for (var user : rows.listUsers(new UserPage("", 100))) {
            rows.updateUser(UserChange.of(user.id()).emailVerified(Instant.now()));
        }
    }

    /** An application with a link that unlinks the own account. */
    private static Response unlinkByGet(Request request, InMemoryAdapter rows, HttpHandler site) {
        if (!request.path().equals(UNLINK) || !request.method().equals("GET")) return site.handle(request);
        var query = Form.decode(request.rawQuery());
        rows.unlinkAccount(query.getOrDefault("provider", ""), query.getOrDefault("id", ""));
        return Response.of(303).location("/account");
    }

    /** An application with a route that unlinks: of every user, but not the own; or the own, but not of others. */
    private static Answer unlinking(Set<String> paths, boolean isOwn) {
        return (request, rows, site) ->
                paths.contains(request.path()) && request.method().equals("POST")
                        ? unlink(rows, request, site, isOwn)
                        : site.handle(request);
    }

    private static Response unlink(InMemoryAdapter store, Request request, HttpHandler site, boolean isOwn) {
        var form = WeakenedSiteTest.form(request);
        var provider = form.getOrDefault("provider", "");
        var account = accountId(provider, form.getOrDefault("id", ""));
        var owner = store.getUserByAccount(provider, account).map(User::email);
        if (owner.isPresent() && owner.equals(signedIn(request, site)) == isOwn) store.unlinkAccount(provider, account);
        return Response.of(303).location("/account");
    }

    /** The store has ids of passkeys in another alphabet. */
    private static String accountId(String provider, String id) {
        if (!provider.equals("passkey")) return id;
        return Base64.getEncoder().encodeToString(Base64.getUrlDecoder().decode(id));
    }

    private static Optional<String> signedIn(Request request, HttpHandler site) {
        var headers = request.headers().without("content-type");
        var session = site.handle(
                Request.of("GET", request.scheme(), "/auth/session", headers, new byte[0], request.remoteAddress()));
        return JsonAnswers.object(session.text())
                .flatMap(it -> it.get(Claim.object("user")))
                .map(user -> user.text("email"));
    }

    private static Optional<Claims> credential(Request request) {
        boolean isSignIn = request.path().equals("/auth/callback/passkey")
                && Form.decode(request.text()).containsValue("authenticate");
        return isSignIn
                ? Optional.of(Json.parseObject(Form.decode(request.text()).get("data"), Json.INBOUND_DEPTH))
                : Optional.empty();
    }
}
