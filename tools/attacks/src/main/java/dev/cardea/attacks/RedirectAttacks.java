package dev.cardea.attacks;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Addresses to return to that lead to another site. */
final class RedirectAttacks {
    private static final String HERE = "/cardea-attack-return";
    private static final String ON_THE_SITE = "the browser stays on the site";
    private static final String REMEDY =
            "Return only URLs on your own origin from the redirect callback. Without that callback, Cardea does.";

    static final List<AttackCase> ALL = List.of(
            AttackCase.anonymous(
                    "A09",
                    "addresses of other sites in callbackUrl",
                    ON_THE_SITE,
                    REMEDY,
                    RedirectAttacks::inCallbackUrl),
            AttackCase.anonymous(
                    "A10",
                    "an address of another site in the callback cookie",
                    ON_THE_SITE,
                    REMEDY,
                    RedirectAttacks::inCookie));

    private RedirectAttacks() {}

    /** Signing out without a session is the shortest way through the rule, and changes nothing. */
    private static void inCallbackUrl(Trial trial) throws IOException {
        var visitor = TestVisitor.of(trial.site());
        requireRedirects(trial, visitor);
        for (var address : trial.sample(RedirectCorpus.of(trial.site().origin()))) {
            check(trial, send(trial, visitor, Map.of("callbackUrl", address)), address);
        }
    }

    private static void inCookie(Trial trial) throws IOException {
        var site = trial.site();
        var visitor = TestVisitor.of(site);
        requireRedirects(trial, visitor);
        for (var address : List.of(
                "https://" + CsrfAttacks.EVIL,
                "//" + CsrfAttacks.EVIL,
                "/\\" + CsrfAttacks.EVIL,
                site.origin() + "." + CsrfAttacks.EVIL,
                site.origin() + "@" + CsrfAttacks.EVIL,
                "javascript:alert(1)")) {
            visitor.plant(site.callbackCookie(), address);
            check(trial, send(trial, visitor, Map.of()), address);
        }
    }

    private static void requireRedirects(Trial trial, TestVisitor visitor) throws IOException {
        var answer = send(trial, visitor, Map.of("callbackUrl", HERE));
        if (answer.destination().isEmpty()) {
            throw Trial.notRun("a sign-out without a session wasn't redirected, but returned " + answer.outcome());
        }
    }

    /** The cookies stay as they are, so that each address counts alone. */
    private static Answer send(Trial trial, TestVisitor visitor, Map<String, String> fields) throws IOException {
        var target = trial.site().route("/signout");
        return trial.send(visitor.form(target, fields).cookies(visitor.jar()));
    }

    private static void check(Trial trial, Answer answer, String address) {
        answer.destination()
                .filter(to -> Destination.leaves(trial.site().origin(), to))
                .ifPresent(to -> trial.found(answer, "the browser was sent to " + to + " for " + address));
    }
}
