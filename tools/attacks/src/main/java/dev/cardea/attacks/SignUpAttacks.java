package dev.cardea.attacks;

import dev.cardea.http.Form;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** New accounts under the addresses of others, and forms that tell who has one. */
final class SignUpAttacks {
    private static final String OWNER = "cardea-attack-a56@example.com";

    /** What a body must not decide. */
    private static final List<String> OWN = List.of("id", "role", "roles", "emailVerified", "image", "user", "admin");

    static final List<AttackCase> ALL = List.of(
            AttackCase.provider(
                    "A56",
                    "a sign-up with the address of another person, and with fields that the form doesn't have",
                    "the password signs no one in, neither before nor after the owner has opened an email, and the fields"
                            + " are ignored",
                    "Let no cache or proxy store responses with Set-Cookie, and create users only after the proof of"
                            + " their address.",
                    SignUpAttacks::plant),
            AttackCase.account(
                    "A57",
                    "sign-up, forgotten password and sign-in for an address with an account, and for one without",
                    "the same response",
                    "Let no callback, sender or page respond differently to addresses that have an account.",
                    SignUpAttacks::compare));

    private SignUpAttacks() {}

    private static void plant(Trial trial) throws IOException {
        var site = trial.site();
        AccountForms.newAccount(site, OWNER, "");
        try (var mailbox = SignInLinks.to(trial, OWNER)) {
            mailbox.deleteUser();
            plant(trial, mailbox);
            mailbox.deleteUser();
            signUpAsOwner(trial, mailbox);
        }
    }

    private static void plant(Trial trial, SignInLinks mailbox) throws IOException {
        var site = trial.site();
        var password = password(site);
        var attacker = TestVisitor.of(site);
        var target = mailbox.request(attacker, form(site, attacker, AccountForms.newAccount(site, OWNER, password)));
        judge(trial, password, "before the mailbox was proven");
        // The owner follows the link, and sends the form of the page that it may show.
        var other = TestVisitor.of(site);
        other.send(Call.get(target));
        other.send(mailbox.redemption(other, target));
        other.signOut();
        judge(trial, password, "after the email was opened in another browser");
        var owner = TestVisitor.of(site);
        owner.send(mailbox.redemption(owner, mailbox.request(owner)));
        if (!owner.isSignedIn()) throw Trial.notRun("the owner of the mailbox could not sign in");
        judge(trial, password, "after the owner of the mailbox had signed in");
        owner.signOut();
    }

    /** The owner's own sign-up shows that a password counts at all, and what of the body is stored. */
    private static void signUpAsOwner(Trial trial, SignInLinks mailbox) throws IOException {
        var site = trial.site();
        var password = password(site);
        var marker = "cardea-attack-" + UUID.randomUUID();
        var fields = AccountForms.newAccount(site, OWNER, password);
        for (var name : OWN) fields.putIfAbsent(name, marker);
        var owner = TestVisitor.of(site);
        owner.send(mailbox.redemption(owner, mailbox.request(owner, form(site, owner, fields))));
        if (!owner.isSignedIn()) throw Trial.notRun("a sign-up could not be completed");
        for (var route : List.of("/session", "/account", "/account/profile", "/account/data")) {
            var shown = owner.send(Call.get(site.route(route)).header("Accept", "application/json"));
            if (shown.text().contains(marker)) trial.found(shown, "a field that the form doesn't have was stored");
        }
        owner.signOut();
        if (signIn(site, password).isEmpty()) throw Trial.notRun("the password of a completed sign-up did not sign in");
    }

    private static Call form(TargetSite site, TestVisitor visitor, Map<String, String> fields) {
        return visitor.form(site.route(AccountForms.SIGN_UP), fields);
    }

    private static void judge(Trial trial, String password, String when) throws IOException {
        var answer = signIn(trial.site(), password);
        if (answer.isPresent()) {
            trial.found(answer.get(), "a session for the password of another person's sign-up, " + when);
        }
    }

    /** Returns the answer to the right password; empty where it does not sign in. */
    private static Optional<Answer> signIn(TargetSite site, String password) throws IOException {
        var visitor = TestVisitor.of(site);
        var action = AccountForms.signIn(site, OWNER, password);
        var answer = visitor.post(action.target(), action.fields());
        if (!visitor.isSignedIn()) return Optional.empty();
        visitor.signOut();
        return Optional.of(answer);
    }

    private static String password(TargetSite site) {
        var password = UUID.randomUUID().toString();
        site.masks().add(password);
        return password;
    }

    private static void compare(Trial trial) throws IOException {
        var site = trial.site();
        AccountForms.require(site);
        if (site.login().isPresent()) {
            compare(trial, TestUser.name(trial));
            return;
        }
        try (var mailbox = SignInLinks.to(trial, "cardea-attack-a57@example.com")) {
            compare(trial, mailbox.address());
        }
    }

    private static void compare(Trial trial, String known) throws IOException {
        var site = trial.site();
        int at = known.lastIndexOf('@');
        if (at < 1) throw Trial.notRun("the test user has no address by which an account is known");
        // Mails to it arrive in the mailbox of the test user.
        var random = UUID.randomUUID().toString().substring(0, 8);
        var unknown = known.substring(0, at) + "+cardea-attack-" + random + known.substring(at);
        for (var route : routes(site, password(site)).entrySet()) {
            compare(trial, route.getKey(), route.getValue(), known, unknown);
        }
    }

    private static Map<String, Map<String, String>> routes(TargetSite site, String password) {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        all.put("/callback/password", Map.of("password", password));
        all.put(AccountForms.FORGOT, Map.of());
        if (site.form(AccountForms.SIGN_UP).isPresent()) {
            all.put(AccountForms.SIGN_UP, AccountForms.newAccount(site, "", password));
        }
        site.provider("email").ifPresent(it -> all.put("/signin/" + Form.encodeComponent(it.id()), Map.of()));
        return all;
    }

    private static void compare(Trial trial, String route, Map<String, String> form, String known, String unknown)
            throws IOException {
        var ofKnown = post(trial, route, form, known);
        var ofUnknown = post(trial, route, form, unknown);
        if (ofKnown.status() == 429 || ofUnknown.status() == 429) {
            throw Trial.notRun("too many attempts were counted before; wait some minutes");
        }
        if (VisibleAnswer.of(ofKnown, known).equals(VisibleAnswer.of(ofUnknown, unknown))) return;
        trial.found(ofKnown, "the response to an address with an account differs from that to one without");
    }

    private static Answer post(Trial trial, String route, Map<String, String> form, String address) throws IOException {
        Map<String, String> fields = new LinkedHashMap<>(form);
        fields.put("email", address);
        return TestVisitor.of(trial.site()).post(trial.site().route(route), fields);
    }
}
