package dev.cardea.attacks;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Requests while the store does not answer. */
final class StoreAttacks {
    private static final String OPEN = ", while the store wasn't responding";

    static final List<AttackCase> ALL = List.of(AttackCase.provider(
            "A49",
            "visits while the store isn't responding",
            "no session, protected pages stay closed, and no user is signed out",
            "Have the guard of pages fail closed, and don't let a cache or framework respond for Cardea.",
            StoreAttacks::outage));

    private StoreAttacks() {}

    private static void outage(Trial trial) throws IOException {
        var site = trial.site();
        var signIn = ProviderSignIn.of(trial, "oidc", "oauth");
        var pages = DevelopmentPages.of(site);
        if (!pages.hasStore()) throw Trial.noTarget("the site has no store");
        var user = signIn.back();
        user.visitor().send(Call.get(user.target()));
        if (!user.visitor().isSignedIn()) throw Trial.notRun("a sign-in before the outage did not succeed");
        Map<String, String> cookies = new LinkedHashMap<>(user.visitor().jar());
        var newcomer = signIn.back();
        pages.on(DevelopmentPages.STORE_FAILS);
        try {
            signIn(trial, newcomer);
            visits(trial, TestVisitor.of(site).jar(), "a visitor without a session");
            visits(trial, Map.of(site.sessionCookie(), UUID.randomUUID().toString()), "a made-up session");
            if (!isToken(site, cookies)) visits(trial, cookies, "a session that could not be read");
            keepsCookie(trial, cookies);
        } finally {
            pages.off(DevelopmentPages.STORE_FAILS);
        }
        if (newcomer.visitor().isSignedIn()) {
            trial.found(site.send(Call.get(site.route("/session"))), "a session for a sign-in" + OPEN);
        }
        user.visitor().jar().putAll(cookies);
        if (!user.visitor().isSignedIn()) {
            trial.found(site.send(Call.get(site.route("/session"))), "the user is signed out after the outage");
        }
        user.visitor().signOut();
    }

    private static void signIn(Trial trial, ProviderSignIn.Return newcomer) throws IOException {
        var answer = newcomer.visitor().send(Call.get(newcomer.target()));
        if (newcomer.visitor().isSignedIn()) trial.found(answer, "a session for a sign-in" + OPEN);
    }

    private static void visits(Trial trial, Map<String, String> cookies, String who) throws IOException {
        var site = trial.site();
        var session = trial.send(Call.get(site.route("/session")).cookies(cookies));
        if (site.session(session).isPresent()) trial.found(session, "a session for " + who + OPEN);
        for (var path : site.protectedPaths()) {
            var page = trial.send(Call.get(path).cookies(cookies));
            if (page.status() / 100 == 2) trial.found(page, "the page for " + who + OPEN);
        }
    }

    private static void keepsCookie(Trial trial, Map<String, String> cookies) throws IOException {
        var site = trial.site();
        var answer = trial.send(Call.get(site.route("/session")).cookies(cookies));
        boolean isDeleted = answer.cookies().stream()
                .anyMatch(cookie -> cookie.name().startsWith(site.sessionCookie()) && cookie.deletes());
        if (isDeleted) trial.found(answer, "the cookie of a session was deleted" + OPEN);
    }

    /** A token is valid without the store. */
    private static boolean isToken(TargetSite site, Map<String, String> cookies) {
        return cookies.entrySet().stream()
                .filter(cookie -> cookie.getKey().startsWith(site.sessionCookie()))
                .anyMatch(cookie -> cookie.getValue().startsWith("eyJ"));
    }
}
