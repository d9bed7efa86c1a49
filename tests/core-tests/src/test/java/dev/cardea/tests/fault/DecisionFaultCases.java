package dev.cardea.tests.fault;

import static dev.cardea.error.ErrorType.ACCESS_DENIED;
import static dev.cardea.error.ErrorType.OAUTH_ACCOUNT_NOT_LINKED;
import static dev.cardea.error.ErrorType.TOO_MANY_REQUESTS;
import static dev.cardea.error.ErrorType.VERIFICATION;
import static dev.cardea.tests.fault.FaultSite.APP;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimits;
import dev.cardea.model.User;
import dev.cardea.recorder.Trace;
import dev.cardea.webauthn.PasskeyFaults;
import java.time.Duration;
import java.util.List;

/** Sign-ins that are rejected on purpose. */
final class DecisionFaultCases {
    private static final String ADDRESS = "adelheid.q@post.example";

    static final List<FaultCase> ALL = List.of(
            new FaultCase("R55", ACCESS_DENIED, "the signIn callback denies", DecisionFaultCases::denied),
            new FaultCase("R56", ACCESS_DENIED, "the signIn callback throws", DecisionFaultCases::thrown),
            new FaultCase("R57", OAUTH_ACCOUNT_NOT_LINKED, "the address is known", DecisionFaultCases::notLinked),
            new FaultCase("R58", VERIFICATION, "the link was never issued", DecisionFaultCases::unknownLink),
            new FaultCase("R58", VERIFICATION, "the link was used", DecisionFaultCases::usedLink),
            new FaultCase("R58", VERIFICATION, "the link is two days old", DecisionFaultCases::oldLink),
            new FaultCase(
                    "R59",
                    ErrorType.WEBAUTHN_VERIFICATION_ERROR,
                    "the passkey has another origin",
                    PasskeyFaults::origin),
            new FaultCase("R59", ErrorType.INVALID_CHECK, "the challenge is missing", PasskeyFaults::challenge),
            new FaultCase("R60", TOO_MANY_REQUESTS, "too many sign-ins", DecisionFaultCases::tooMany));

    private DecisionFaultCases() {}

    private static Trace denied(Watch watch) {
        return signIn(watch, Callbacks.DEFAULT.signIn(params -> Decision.deny()));
    }

    private static Trace thrown(Watch watch) {
        return signIn(watch, Callbacks.DEFAULT.signIn(params -> {
            throw new IllegalStateException("a mistake of the application");
        }));
    }

    private static Trace signIn(Watch watch, Callbacks callbacks) {
        var site = FaultSite.with(it -> it.callbacks(callbacks)).open(watch);
        site.begin();
        return site.failure();
    }

    private static Trace notLinked(Watch watch) {
        var store = new InMemoryAdapter();
        store.createUser(User.of("Hn18-user-of-the-site", "Other", ADDRESS));
        var site = new FaultSite.Setup().adapter(store).open(watch);
        site.begin();
        return site.failure();
    }

    private static Trace unknownLink(Watch watch) {
        var site = FaultSite.open(watch);
        watch.secret("Ew60fYbv-token-of-no-link");
        site.browser.open(APP + "/auth/callback/email?token=Ew60fYbv-token-of-no-link&email=adelheid.q%40post.example");
        return site.failure();
    }

    private static Trace usedLink(Watch watch) {
        var site = FaultSite.open(watch);
        var link = link(watch, site);
        site.browser.open(link);
        site.browser.open(link);
        return site.failure();
    }

    private static Trace oldLink(Watch watch) {
        var site = FaultSite.open(watch);
        var link = link(watch, site);
        site.clock.advance(Duration.ofDays(2));
        site.browser.open(link);
        return site.failure();
    }

    private static String link(Watch watch, FaultSite site) {
        site.requestLink("email", ADDRESS);
        var link = site.inbox.links().get(0);
        watch.secret(link);
        return link;
    }

    private static Trace tooMany(Watch watch) {
        var limits = RateLimits.DEFAULT.limit(Budget.SIGN_IN_STARTS, new Limit(1, Duration.ofMinutes(1)));
        var site = FaultSite.with(it -> it.rateLimits(limits)).open(watch);
        int status = 0;
        for (int i = 0; i < 5 && status != 429; i++) {
            status = site.asked().status();
            site.browser.clearCookies();
        }
        return site.failure();
    }
}
