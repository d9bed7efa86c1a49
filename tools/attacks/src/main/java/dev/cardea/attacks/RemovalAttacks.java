package dev.cardea.attacks;

import dev.cardea.http.Form;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Requests that remove a sign-in method: at the pages of accounts, and where an application has such a route, under the names
 * that these usually have. What counts is whether the method still signs in.
 */
final class RemovalAttacks {
    private static final String VICTIM = "cardea-attack-a35@example.com";
    private static final String ATTACKER = "cardea-attack-a35-other@example.com";
    private static final String OWNER = "cardea-attack-a36@example.com";

    static final List<AttackCase> ALL = List.of(
            AttackCase.provider(
                    "A35",
                    "the removal of another user's account or passkey by its id",
                    "the account and the passkey still sign in; no target if there's no such route",
                    "Use the pages of accounts, or auth.accounts(request) and auth.passkeys(request), which only see the signed-in user's "
                            + "methods.",
                    RemovalAttacks::ofAnother),
            AttackCase.provider(
                    "A36",
                    "the removal of the last sign-in method",
                    "the passkey still signs in; no target if there's no such route",
                    "Use the pages of accounts, or unlink and delete of Accounts and Passkeys, which keep the last method.",
                    RemovalAttacks::ofTheLast));

    /** Below the base path and below the root, with the id of a provider and of an account. */
    private static final List<String> POSTS = List.of(
            "/unlink",
            "/unlink/{provider}",
            "/unlink/{provider}/{id}",
            "/account/unlink",
            "/accounts/unlink",
            "/accounts/{provider}/unlink",
            "/account/delete",
            "/accounts/delete",
            "/disconnect",
            "/disconnect/{provider}",
            "/passkeys/delete",
            "/passkey/delete",
            "/passkeys/{id}/delete",
            "/webauthn/delete",
            "/webauthn-delete/{provider}",
            "/authenticators/delete",
            "/credentials/delete",
            "/methods/delete");

    private static final List<String> DELETES = List.of(
            "/accounts/{id}",
            "/accounts/{provider}/{id}",
            "/account/{provider}/{id}",
            "/passkeys/{id}",
            "/passkey/{id}",
            "/authenticators/{id}",
            "/credentials/{id}",
            "/unlink/{provider}");

    /** The pages of accounts that remove a method, with what their forms do. */
    private static final Map<String, Map<String, String>> PAGES =
            Map.of("/account/providers", Map.of("do", "unlink"), "/account/passkeys", Map.of("do", "delete"));

    private RemovalAttacks() {}

    /** A sign-in method of a user. */
    private record Method(String provider, String id, Check check) {
        /** Signs in with it, and out again. */
        interface Check {
            boolean works() throws IOException;
        }
    }

    private static void ofAnother(Trial trial) throws IOException {
        boolean isThere = ofAnotherAtProvider(trial);
        if (trial.site().provider("webauthn").isPresent()) isThere |= ofAnotherPasskey(trial);
        requireRoute(trial, isThere);
    }

    private static boolean ofAnotherAtProvider(Trial trial) throws IOException {
        var victim = ProviderSignIn.of(trial, "oidc", "oauth");
        var other = DevelopmentPages.PEOPLE.stream()
                .map(DevelopmentPages.Person::id)
                .filter(person -> !person.equals(victim.person()))
                .findFirst()
                .orElseThrow();
        var back = victim.as(other).back();
        back.visitor().send(Call.get(back.target()));
        if (!back.visitor().isSignedIn()) throw Trial.notRun("no second person of development mode could sign in");
        Method.Check works = () -> victim.callback(List.of())
                .filter(ProviderSignIn.Outcome::hasSession)
                .isPresent();
        var method = new Method(victim.provider().id(), victim.person(), works);
        boolean isThere = attempt(trial, back.visitor(), method, "another user's account no longer signs in");
        back.visitor().signOut();
        return isThere;
    }

    private static boolean ofAnotherPasskey(Trial trial) throws IOException {
        var passkeys = SoftwarePasskeys.of(trial);
        try {
            var victim = TestVisitor.of(trial.site());
            var passkey = passkeys.signUp(victim, VICTIM);
            var attacker = TestVisitor.of(trial.site());
            passkeys.signUp(attacker, ATTACKER);
            var method = new Method(passkeys.provider().id(), passkey, () -> passkeys.works(passkey));
            return attempt(trial, attacker, method, "another user's passkey no longer signs in");
        } finally {
            passkeys.pages().deleteUser(VICTIM);
            passkeys.pages().deleteUser(ATTACKER);
        }
    }

    /** The user has one passkey, and an address that was never verified. */
    private static void ofTheLast(Trial trial) throws IOException {
        var passkeys = SoftwarePasskeys.of(trial);
        try {
            var visitor = TestVisitor.of(trial.site());
            var passkey = passkeys.signUp(visitor, OWNER);
            var method = new Method(passkeys.provider().id(), passkey, () -> passkeys.works(passkey));
            requireRoute(trial, attempt(trial, visitor, method, "the user has no sign-in method left"));
        } finally {
            passkeys.pages().deleteUser(OWNER);
        }
    }

    /** By GET, as a link or an image of another site sends it. Nothing is tried where no user can sign in. */
    static void byGet(Trial trial) throws IOException {
        ProviderSignIn signIn;
        try {
            signIn = ProviderSignIn.of(trial, "oidc", "oauth");
        } catch (NotRunException | NoTargetException e) {
            return;
        }
        var back = signIn.back();
        back.visitor().send(Call.get(back.target()));
        var method = new Method(
                signIn.provider().id(),
                signIn.person(),
                () -> signIn.callback(List.of())
                        .filter(ProviderSignIn.Outcome::hasSession)
                        .isPresent());
        for (var page : PAGES.entrySet()) {
            var call = post(back.visitor(), trial.site().route(page.getKey()), method, page.getValue());
            var answer = back.visitor().send(asGet(call));
            if (!method.check.works()) trial.found(answer, "a GET removed a sign-in method");
        }
        for (var start : Stream.of(trial.site().basePath(), "").distinct().toList()) {
            var unknown = get(back.visitor(), start + "/cardea-attack-" + UUID.randomUUID(), method);
            int ofUnknown = back.visitor().send(unknown).status();
            for (var template : Stream.concat(POSTS.stream(), DELETES.stream()).toList()) {
                var call = get(back.visitor(), address(start + template, method), method);
                isRoute(trial, back.visitor(), call, ofUnknown, method, "a GET removed a sign-in method");
            }
        }
        back.visitor().signOut();
    }

    private static void requireRoute(Trial trial, boolean isThere) {
        if (isThere || !trial.findings().isEmpty()) return;
        throw Trial.noTarget(
                "the site has no pages of accounts, and there's no route to remove sign-in methods at any of "
                        + 2 * (POSTS.size() + DELETES.size()) + " usual addresses");
    }

    /** Returns whether one of the addresses is answered in another way than an unknown one. */
    private static boolean attempt(Trial trial, TestVisitor visitor, Method method, String seen) throws IOException {
        if (!method.check.works()) throw Trial.notRun("the sign-in method did not sign in before the attack");
        boolean isThere = atPages(trial, visitor, method, seen);
        for (var start : Stream.of(trial.site().basePath(), "").distinct().toList()) {
            if (!trial.findings().isEmpty()) return true;
            var unknown = start + "/cardea-attack-" + UUID.randomUUID();
            int ofPosts = visitor.send(post(visitor, unknown, method)).status();
            int ofDeletes = visitor.send(delete(visitor, unknown, method)).status();
            for (var template : trial.sample(POSTS)) {
                var call = post(visitor, address(start + template, method), method);
                isThere |= isRoute(trial, visitor, call, ofPosts, method, seen);
            }
            for (var template : trial.sample(DELETES)) {
                var call = delete(visitor, address(start + template, method), method);
                isThere |= isRoute(trial, visitor, call, ofDeletes, method, seen);
            }
        }
        return isThere;
    }

    /** Returns whether the site has one of the pages of accounts. */
    private static boolean atPages(Trial trial, TestVisitor visitor, Method method, String seen) throws IOException {
        boolean isThere = false;
        for (var page : PAGES.entrySet()) {
            var target = trial.site().route(page.getKey());
            if (!isPage(visitor, target)) continue;
            isThere = true;
            var answer = visitor.send(post(visitor, target, method, page.getValue()));
            if (method.check.works()) continue;
            trial.found(answer, seen);
            return true;
        }
        return isThere;
    }

    /** A site without it leads to another page, or has no such route. */
    private static boolean isPage(TestVisitor visitor, String target) throws IOException {
        return visitor.send(Call.get(target).header("Accept", "application/json"))
                        .status()
                == 200;
    }

    private static boolean isRoute(Trial trial, TestVisitor visitor, Call call, int unknown, Method method, String seen)
            throws IOException {
        if (!trial.findings().isEmpty()) return true;
        var answer = visitor.send(call);
        boolean isThere = answer.status() != unknown && answer.status() != 404 && answer.status() != 405;
        if (isThere && !method.check.works()) trial.found(answer, seen);
        return isThere;
    }

    private static String address(String template, Method method) {
        return template.replace("{provider}", Form.encodeComponent(method.provider))
                .replace("{id}", Form.encodeComponent(method.id));
    }

    private static Call post(TestVisitor visitor, String target, Method method) {
        return post(visitor, target, method, Map.of());
    }

    private static Call post(TestVisitor visitor, String target, Method method, Map<String, String> further) {
        Map<String, String> fields = new LinkedHashMap<>(further);
        fields.put("provider", method.provider);
        for (var name :
                List.of("providerAccountId", "accountId", "account", "id", "credentialId", "credentialID", "passkey")) {
            fields.put(name, method.id);
        }
        return visitor.form(target, fields);
    }

    private static Call get(TestVisitor visitor, String target, Method method) {
        return asGet(post(visitor, target, method));
    }

    private static Call asGet(Call post) {
        return Call.get(post.target() + "?" + new String(post.body(), StandardCharsets.UTF_8));
    }

    private static Call delete(TestVisitor visitor, String target, Method method) {
        var post = post(visitor, target, method);
        return new Call("DELETE", target, post.headers(), post.body()).header("X-CSRF-Token", visitor.token());
    }
}
