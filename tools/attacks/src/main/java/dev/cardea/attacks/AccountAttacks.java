package dev.cardea.attacks;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Sessions around sign-in and sign-out, and passwords that are guessed. */
final class AccountAttacks {
    private static final int PASSWORDS = 200;
    private static final int TIMED = 9;
    private static final int ROUNDS_WITHOUT_LIMITS = 8;
    private static final long MOST_NANOS = 10_000_000;

    private static final String LIMITED = "status 429 with Retry-After, before the last password";
    private static final String LIMIT_REMEDY =
            "Leave rateLimits on, and declare the field of the name, by which the attempts are counted.";

    static final List<AttackCase> ALL = List.of(
            AttackCase.account(
                    "A20",
                    "a session cookie that the browser had before the sign-in",
                    "another value after it",
                    "Let no proxy or framework keep the session cookie of the request in place of the new one.",
                    AccountAttacks::fixated),
            AttackCase.account(
                    "A21",
                    "the session cookie of a visitor who signed out",
                    "no session; no target where sessions are tokens, which stay valid until they expire",
                    "Use revocable or database sessions, and pass the posts of /signout with their cookies to Cardea.",
                    AccountAttacks::signedOut),
            AttackCase.account(
                    "A44",
                    "wrong passwords for a user who exists, and for one who does not",
                    "the same response, and the fastest times within 10 ms",
                    "Let authorize hash a password even where there is no user, and return nothing in both cases.",
                    AccountAttacks::enumerated));

    /** They use up the attempts of the client, so they come last. */
    static final List<AttackCase> LAST = List.of(
            AttackCase.account(
                    "A42", "200 passwords for one account", LIMITED, LIMIT_REMEDY, trial -> guess(trial, false)),
            AttackCase.account(
                    "A43",
                    "200 passwords for one account, each with another X-Forwarded-For",
                    LIMITED,
                    LIMIT_REMEDY + " Name your proxies in trustedProxies.",
                    trial -> guess(trial, true)));

    private AccountAttacks() {}

    private static void fixated(Trial trial) throws IOException {
        var site = trial.site();
        var user = TestUser.of(trial);
        var planted = UUID.randomUUID().toString() + UUID.randomUUID();
        var visitor = TestVisitor.of(site);
        visitor.plant(site.sessionCookie(), planted);
        var answer = user.signIn(visitor);
        if (!visitor.isSignedIn()) throw Trial.notRun("a browser with a session cookie could not sign in");
        visitor.signOut();
        var attacker = trial.send(site.sessionCall(planted));
        if (site.session(attacker).isPresent()) {
            trial.found(answer, "a session for the cookie that the attacker had set before the sign-in");
        }
    }

    private static void signedOut(Trial trial) throws IOException {
        var site = trial.site();
        var visitor = TestVisitor.of(site);
        TestUser.of(trial).signIn(visitor);
        Map<String, String> kept = new LinkedHashMap<>(visitor.jar());
        visitor.signOut();
        var answer = trial.send(Call.get(site.route("/session")).cookies(kept));
        if (site.session(answer).isEmpty()) return;
        boolean isToken = kept.entrySet().stream()
                .filter(cookie -> cookie.getKey().startsWith(site.sessionCookie()))
                .anyMatch(cookie -> cookie.getValue().startsWith("eyJ"));
        if (isToken) throw Trial.noTarget("sessions are tokens, which stay valid until they expire");
        trial.found(answer, "the session of a visitor who had signed out");
    }

    private static void guess(Trial trial, boolean isForwarded) throws IOException {
        var site = trial.site();
        passwords(site);
        DevelopmentPages.requireLimits(trial.send(Call.get(site.route("/providers"))));
        for (var provider : site.providers()) {
            if (provider.type().equals("credentials")) guess(trial, provider, isForwarded);
        }
    }

    private static void guess(Trial trial, SiteProvider provider, boolean isForwarded) throws IOException {
        var site = trial.site();
        var visitor = TestVisitor.of(site);
        var name = "cardea-attack-" + UUID.randomUUID() + "@example.com";
        var last = visitor.send(Call.get(site.route("/providers")));
        for (int i = 0; i < PASSWORDS; i++) {
            var action = TestUser.attempt(site, provider, name, "wrong-password-" + i);
            var call = visitor.form(action.target(), action.fields());
            last = visitor.send(isForwarded ? call.header("X-Forwarded-For", "203.0.113." + (i + 1)) : call);
            if (last.status() != 429) continue;
            if (last.header("retry-after").isEmpty()) trial.found(last, "status 429 without Retry-After");
            return;
        }
        trial.found(last, PASSWORDS + " passwords for one account were checked");
    }

    private static SiteProvider passwords(TargetSite site) {
        return site.provider("credentials")
                .orElseThrow(() -> Trial.noTarget("the site has no provider of type credentials"));
    }

    private static void enumerated(Trial trial) throws IOException {
        var site = trial.site();
        var provider = passwords(site);
        var name = TestUser.name(trial);
        var wrong = UUID.randomUUID().toString();
        var known = TestUser.attempt(site, provider, name, wrong);
        // What isn't an email address may be refused sooner, which tells nothing of users.
        var other = "cardea-attack-" + UUID.randomUUID() + (name.contains("@") ? "@example.com" : "");
        compare(trial, known, TestUser.attempt(site, provider, other, wrong));
    }

    private static void compare(Trial trial, Action known, Action unknown) throws IOException {
        // A busy machine adds to any time, so the fastest are compared, and a difference that more attempts end is no
        // finding. Development mode limits no attempts.
        int most = TIMED * (trial.site().login().isPresent() ? 2 : ROUNDS_WITHOUT_LIMITS);
        var visitor = TestVisitor.of(trial.site());
        long ofKnown = Long.MAX_VALUE;
        long ofUnknown = Long.MAX_VALUE;
        for (int i = 1; i <= most; i++) {
            var a = visitor.post(known.target(), known.fields());
            var b = visitor.post(unknown.target(), unknown.fields());
            if (a.status() == 429 || b.status() == 429) {
                throw Trial.notRun("too many attempts were counted before; wait some minutes");
            }
            if (!VisibleAnswer.of(a, name(known)).equals(VisibleAnswer.of(b, name(unknown)))) {
                trial.found(a, "the answer for a user differs from that for a name that does not exist");
                return;
            }
            ofKnown = Math.min(ofKnown, a.took().toNanos());
            ofUnknown = Math.min(ofUnknown, b.took().toNanos());
            long differs = Math.abs(ofKnown - ofUnknown);
            if (i % TIMED == 0 && differs <= MOST_NANOS) return;
            if (i == most) trial.found(a, "the name of a user takes " + differs / 1_000_000 + " ms longer or shorter");
        }
    }

    private static String name(Action attempt) {
        return attempt.fields().getOrDefault("username", "");
    }
}
