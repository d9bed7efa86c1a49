package dev.cardea.attacks;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The second step of a sign-in: what a visitor gets who has given the first proof alone, and proofs that are used again. */
final class FactorAttacks {
    private static final String ADDRESS = "cardea-attack-%s@example.com";
    private static final int PAUSES = 4;

    /** After so many wrong values, a pause ends, and a user's next ones aren't compared. */
    private static final int TRIES = 10;

    private static final int COMPARED = 5;

    static final List<AttackCase> ALL = List.of(
            AttackCase.provider(
                    "A62",
                    "the password of a user with two-step verification, without the second step",
                    "no session, and no page of the account or of signed-in users",
                    "Leave secondFactor at IF_ENROLLED for users who have a factor, and let your pages ask for the session.",
                    trial -> attack(trial, "a62", FactorAttacks::firstStepAlone)),
            AttackCase.provider(
                    "A63",
                    "setting up an authenticator app with the password alone, in place of the one that the user has",
                    "no key of a new app is shown",
                    "Don't set up an app during the sign-in of a user who already has one. If Cardea itself does so, report it.",
                    trial -> attack(trial, "a63", FactorAttacks::enrolInstead)),
            AttackCase.provider(
                    "A64",
                    "one code of an authenticator app, or one recovery code, in several sign-ins at the same moment and"
                            + " once more",
                    "one session each",
                    "Use a store whose writes are atomic, and let all processes use the same one.",
                    trial -> attack(trial, "a64", FactorAttacks::replay)),
            AttackCase.provider(
                    "A65",
                    "a session by the password alone that removes the second factor, replaces the recovery codes, adds an app"
                            + " or a passkey, or deletes the account",
                    "the second factor is asked for; nothing is changed",
                    "Use the pages of accounts. In your own pages, ask for a second factor with StepUp.",
                    trial -> attack(trial, "a65", FactorAttacks::withoutStepUp)),
            AttackCase.provider(
                    "A66",
                    "ten wrong codes of an authenticator app in one sign-in",
                    "five are compared, except in development mode, and the sign-in ends after ten",
                    "Leave rateLimits on, and let all processes share them.",
                    trial -> attack(trial, "a66", FactorAttacks::guess)),
            AttackCase.provider(
                    "A67",
                    "the second step in another browser than the one that waits for it",
                    "no session there; the waiting browser goes on",
                    "Don't let a cache or proxy store responses with Set-Cookie, or send one visitor's cookies to another.",
                    trial -> attack(trial, "a67", FactorAttacks::elsewhere)));

    private FactorAttacks() {}

    private interface Attempt {
        void run(Trial trial, TwoStepUser user) throws IOException;
    }

    private static void attack(Trial trial, String name, Attempt attempt) throws IOException {
        try (var user = TwoStepUser.of(trial, ADDRESS.formatted(name))) {
            attempt.run(trial, user);
        }
    }

    private static void firstStepAlone(Trial trial, TwoStepUser user) throws IOException {
        var site = trial.site();
        var visitor = user.afterPassword();
        var session = visitor.send(Call.get(site.route("/session")));
        if (site.session(session).isPresent()) trial.found(session, "the password alone has a session");
        var assurance = visitor.send(Call.get(site.route("/assurance")));
        if (JsonAnswers.object(assurance.text()).filter(it -> it.has("proofs")).isPresent()) {
            trial.found(assurance, "the password alone has the proofs of a session");
        }
        for (var page : Stream.concat(AccountPageAttacks.pages().stream(), Stream.of(TwoStepUser.SECURITY))
                .toList()) {
            // What opens for any visitor is what A58 finds.
            if (isOpenToAll(trial, site.route(page))) continue;
            AccountPageAttacks.closed(trial, visitor.send(Call.get(site.route(page))));
            AccountPageAttacks.closed(trial, user.json(visitor, page));
        }
        for (var path : site.protectedPaths()) {
            if (isOpenToAll(trial, path)) continue;
            var page = visitor.send(Call.get(path));
            if (page.status() / 100 == 2) trial.found(page, "the password alone opens a protected page");
        }
    }

    private static boolean isOpenToAll(Trial trial, String path) throws IOException {
        return trial.send(Call.get(path)).status() / 100 == 2;
    }

    private static void enrolInstead(Trial trial, TwoStepUser user) throws IOException {
        var visitor = user.paused();
        for (var route : List.of(TwoStepUser.FACTOR, TwoStepUser.SECURITY)) {
            for (var action : List.of("enrol", "totp")) {
                var answer = user.sendForJson(visitor, route, Map.of("do", action));
                if (user.key(visitor, route).isPresent()) trial.found(answer, "the key of a new app is shown");
            }
        }
    }

    private static void replay(Trial trial, TwoStepUser user) throws IOException {
        replay(trial, user, TwoStepUser.totp(user.app().value(Instant.now())), "code of an authenticator app");
        replay(trial, user, TwoStepUser.recovery(user.recoveryCode(0)), "recovery code");
    }

    private static void replay(Trial trial, TwoStepUser user, Map<String, String> proof, String what)
            throws IOException {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < PAUSES; i++) calls.add(user.second(user.paused(), proof));
        var answers = ParallelCalls.send(trial, calls);
        if (ParallelCalls.sessions(trial, answers).isEmpty()) throw Trial.notRun("a " + what + " did not sign in");
        ParallelCalls.checkOneSession(trial, answers, what);
        var again = user.sendForJson(user.owner(), "/reauth", proof);
        if (!ParallelCalls.sessions(trial, List.of(again)).isEmpty()) {
            trial.found(again, "a used " + what + " is a new proof");
        }
    }

    private static void withoutStepUp(Trial trial, TwoStepUser user) throws IOException {
        var thief = user.earlier();
        if (!thief.isSignedIn()) throw Trial.notRun("the session of before ended when the app was connected");
        var apps = user.apps();
        if (apps.size() != 1) throw Trial.notRun("the page of the account shows no app");
        var begun = user.sendForJson(thief, TwoStepUser.SECURITY, Map.of("do", "totp"));
        if (user.key(thief, TwoStepUser.SECURITY).isPresent()) trial.found(begun, "the key of a new app is shown");
        addPasskey(trial, thief);
        var replaced = user.sendForJson(thief, TwoStepUser.SECURITY, Map.of("do", "codes"));
        if (!TwoStepUser.recoveryCodes(replaced).isEmpty()) trial.found(replaced, "new recovery codes are shown");
        var removed = user.sendForJson(thief, TwoStepUser.SECURITY, Map.of("do", "remove", "id", apps.get(0)));
        if (user.apps().isEmpty()) trial.found(removed, "the second factor is gone");
        var deleted = user.sendForJson(thief, "/account/data", Map.of("do", "delete", "confirm", user.address()));
        if (!user.owner().isSignedIn()) trial.found(deleted, "the account is gone");
    }

    private static void addPasskey(Trial trial, TestVisitor thief) throws IOException {
        if (trial.site().provider("webauthn").isEmpty()) return;
        var passkeys = SoftwarePasskeys.of(trial);
        var added = passkeys.add(thief);
        if (added.isPresent() && passkeys.works(added.get().id())) {
            trial.found(added.get().answer(), "a passkey was added");
        }
    }

    private static void guess(Trial trial, TwoStepUser user) throws IOException {
        var visitor = user.paused();
        boolean isLimited =
                !DevelopmentPages.isIn(visitor.send(Call.get(trial.site().route("/providers"))));
        int compared = 0;
        for (int i = 0; i < TRIES; i++) {
            var wrong = TwoStepUser.totp(user.app().wrongValue(Instant.now()));
            var answer = user.sendForJson(visitor, TwoStepUser.FACTOR, wrong);
            if (answer.destination().orElse("").contains("InvalidCode")) compared++;
            if (isLimited && compared == COMPARED + 1) trial.found(answer, "the sixth wrong value was compared");
        }
        if (compared == 0) throw Trial.notRun("no wrong value was compared");
        // It can't be guessed, so it isn't counted with the values.
        var right = user.sendForJson(visitor, TwoStepUser.FACTOR, TwoStepUser.recovery(user.recoveryCode(0)));
        if (visitor.isSignedIn()) trial.found(right, "the sign-in went on after " + TRIES + " wrong values");
    }

    private static void elsewhere(Trial trial, TwoStepUser user) throws IOException {
        var waiting = user.paused();
        var proof = TwoStepUser.recovery(user.recoveryCode(0));
        var other = TestVisitor.of(trial.site());
        var answer = user.sendForJson(other, TwoStepUser.FACTOR, proof);
        if (other.isSignedIn()) {
            trial.found(answer, "the second step signed another browser in");
            return;
        }
        user.sendForJson(waiting, TwoStepUser.FACTOR, proof);
        if (!waiting.isSignedIn()) throw Trial.notRun("the browser that waited could not go on");
    }
}
