package dev.cardea.recorder;

import static dev.cardea.recorder.Cause.Certainty.CERTAIN;
import static dev.cardea.recorder.Cause.Certainty.LIKELY;
import static dev.cardea.recorder.KnownFault.when;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.ErrorType;
import dev.cardea.observe.Browser.Family;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Step.BrowserFacts;
import dev.cardea.observe.Step.CheckRead;
import dev.cardea.observe.Step.CheckSet;
import dev.cardea.observe.Step.Method;
import dev.cardea.observe.Step.OAuthError;
import dev.cardea.observe.Step.Parameter;
import dev.cardea.observe.Step.RequestStart;
import dev.cardea.observe.Step.Return;
import dev.cardea.observe.Step.SignInEnd;
import java.util.List;
import java.util.Optional;

/** Faults of the browser, and of the way back from the provider. */
final class BrowserFaults {
    private static final String HOST_ONLY = " A browser doesn't send one host's cookies to the other.";

    static final List<KnownFault> ALL = List.of(
            new KnownFault(
                    "R01",
                    "Check cookie is missing",
                    LIKELY,
                    facts -> when(
                            isAbsent(facts) && !isExplained(facts),
                            "The browser didn't send the cookie that was set when the sign-in started"
                                    + (otherCookies(facts) == 0
                                            ? ", nor any other cookie of this site."
                                            : ", although it sent other cookies of this site.")),
                    "Ask whether the browser blocks cookies, or whether the link was opened in another browser. "
                            + "If many visitors report it, check that proxies don't change Set-Cookie and Cookie."),
            new KnownFault(
                    "R02",
                    "Cookie belongs to another provider",
                    CERTAIN,
                    facts -> when(
                            read(facts, CheckRead.Result.OTHER_PROVIDER),
                            "The visitor started a second sign-in with another provider before the first one "
                                    + "returned."),
                    "The visitor starts again. You don't need to change anything."),
            new KnownFault(
                    "R03",
                    "Check cookie expired",
                    CERTAIN,
                    facts -> expiry(facts),
                    "The visitor starts again. A sign-in can take 15 minutes."),
            new KnownFault(
                    "R04",
                    "Different host name",
                    CERTAIN,
                    BrowserFaults::otherHost,
                    "Redirect one host to the other before the sign-in, or set url to the host that visitors use."),
            new KnownFault(
                    "R05",
                    "Cookie was encrypted with another secret",
                    LIKELY,
                    facts -> when(
                            read(facts, CheckRead.Result.UNREADABLE) && facts.hasBegin(),
                            "This process set the check cookie, but none of its secrets can open it now. The "
                                    + "secret was changed in the meantime."),
                    "List the old secret after the new one for as long as sign-ins and sessions last."),
            new KnownFault(
                    "R06",
                    "Second tab replaced the cookie",
                    CERTAIN,
                    facts -> when(
                            otherState(facts).filter(it -> isKnown(facts, it)).isPresent(),
                            "The browser started a second sign-in with this provider in another tab. Its check "
                                    + "cookie replaced the one of the first sign-in, which has returned now."),
                    "The visitor starts again, in one tab only."),
            new KnownFault(
                    "R07",
                    "No state",
                    CERTAIN,
                    facts -> when(lacksState(facts), "The provider didn't return the state that Cardea sent."),
                    "Check that the redirect URI at the provider has no query, and that no proxy drops the query."),
            new KnownFault(
                    "R08",
                    "State doesn't match",
                    LIKELY,
                    facts -> when(
                            otherState(facts).filter(it -> !isKnown(facts, it)).isPresent(),
                            "The returned state isn't the one in the browser's cookie. It can be an attack: an "
                                    + "attacker put their own sign-in into this browser."),
                    "The visitor starts again. If it happens often, compare the browser's address bar with the "
                            + "redirect URI at the provider."),
            new KnownFault(
                    "R09",
                    "SameSite lost the cookie",
                    CERTAIN,
                    facts -> when(
                            isPostedAcrossSites(facts),
                            "The provider posted its response from its own site, and browsers don't send a "
                                    + "SameSite=Lax cookie with such a post."),
                    "Have the provider respond with a redirect (response_mode=query). If it must post, set its "
                            + "authorization parameter response_mode=form_post, so that browsers send the check "
                            + "cookies with its post."),
            new KnownFault(
                    "R10",
                    "Embedded browser",
                    LIKELY,
                    facts -> when(
                            isOtherBrowser(facts),
                            "The sign-in left or entered an in-app browser, which has its own cookies."),
                    "Ask visitors to open the site in their usual browser before they sign in."),
            new KnownFault(
                    "R11",
                    "Callback URL opened twice",
                    LIKELY,
                    facts -> when(
                            isEnded(facts) && isAbsent(facts),
                            "The sign-in had already finished. The browser loaded its last URL again, for "
                                    + "example with the back button."),
                    "You don't need to change anything. Check that callbackUrl isn't the callback URL itself."),
            new KnownFault(
                    "R12",
                    "Visitor cancelled",
                    CERTAIN,
                    facts -> when(
                            facts.has(Return.class, step -> step.error() == OAuthError.ACCESS_DENIED),
                            "The visitor cancelled at the provider, or the provider doesn't let this user in."),
                    "If users report that they didn't cancel, check which users your application at the "
                            + "provider admits."));

    private BrowserFaults() {}

    private static boolean read(Facts facts, CheckRead.Result result) {
        return facts.has(CheckRead.class, step -> step.result() == result);
    }

    /** Returns whether a check cookie did not come back. */
    static boolean isAbsent(Facts facts) {
        return !lacksState(facts) && facts.has(CheckRead.class, BrowserFaults::isMissing);
    }

    /** A passkey has a separate fault for its challenge. */
    private static boolean isMissing(CheckRead read) {
        return read.check() != AuthCookie.WEBAUTHN_CHALLENGE
                && (read.result() == CheckRead.Result.ABSENT || read.result() == CheckRead.Result.EMPTY);
    }

    /** Returns whether the provider did not return the state that it was sent. */
    private static boolean lacksState(Facts facts) {
        return facts.has(CheckSet.class, step -> step.check() == AuthCookie.STATE)
                && !isPostedReturn(facts)
                && facts.last(Return.class).filter(it -> !hasState(it)).isPresent()
                && facts.has(
                        CheckRead.class,
                        step -> step.check() == AuthCookie.STATE && step.result() == CheckRead.Result.ABSENT);
    }

    /** Returns whether the missing cookie has a better explanation than that it is missing. */
    private static boolean isExplained(Facts facts) {
        return isEnded(facts)
                || isOtherHost(facts)
                || isOtherBrowser(facts)
                || isPostedAcrossSites(facts)
                || isForOtherDomain(facts)
                || expiry(facts).isPresent();
    }

    /** Returns whether a page of another host than the configured one began the sign-in. */
    private static boolean isRejectedPost(Facts facts) {
        return facts.isError(ErrorType.MISSING_CSRF)
                && facts.site().isPresent()
                && !facts.hostOfFailure().equals(facts.site());
    }

    /** Returns the digest of a state that came back and is not the one of the browser's cookie. */
    private static Optional<CheckRead> otherState(Facts facts) {
        return facts.last(
                CheckRead.class,
                step -> step.check() == AuthCookie.STATE && step.result() == CheckRead.Result.DIFFERENT);
    }

    /** Returns whether this site sent the state. */
    private static boolean isKnown(Facts facts, CheckRead read) {
        return facts.has(
                CheckSet.class,
                step -> step.check() == read.check() && step.value().equals(read.value()));
    }

    /** Returns whether a check cookie did not come back because its domain is not the site's. */
    static boolean isForOtherDomain(Facts facts) {
        var host = facts.hostOfBegin().map(BrowserFaults::withoutPort);
        return isAbsent(facts)
                && host.isPresent()
                && facts.has(CheckSet.class, step -> step.domain() != null && !isBelow(host.get(), step.domain()));
    }

    private static boolean isBelow(String host, HostName domain) {
        return host.equals(domain.toString()) || host.endsWith("." + domain);
    }

    private static String withoutPort(HostName host) {
        return host.toString().replaceFirst(":[0-9]+$", "");
    }

    private static boolean isPostedAcrossSites(Facts facts) {
        return isAbsent(facts) && isPostedReturn(facts) && facts.has(CheckSet.class, step -> !step.isSentAcrossSites());
    }

    private static boolean isOtherBrowser(Facts facts) {
        return isAbsent(facts) && changedFromEmbedded(facts);
    }

    private static Optional<String> expiry(Facts facts) {
        if (read(facts, CheckRead.Result.EXPIRED))
            return Optional.of("The visitor returned after the check had expired.");
        var lifetime = facts.first(CheckSet.class, step -> true).map(CheckSet::lifetime);
        return when(
                isAbsent(facts) && lifetime.isPresent() && facts.sinceBegin().compareTo(lifetime.get()) >= 0,
                "The visitor returned after the check cookie had expired.");
    }

    private static int otherCookies(Facts facts) {
        return facts.lastBrowser().map(BrowserFacts::otherCookies).orElse(0);
    }

    private static boolean isEnded(Facts facts) {
        return facts.has(SignInEnd.class, step -> step.result() == SignInEnd.Result.SUCCESS);
    }

    private static boolean hasState(Return step) {
        return step.parameters().contains(Parameter.STATE);
    }

    private static boolean isPostedReturn(Facts facts) {
        return facts.last(RequestStart.class)
                .filter(it -> it.method() == Method.POST)
                .isPresent();
    }

    private static boolean changedFromEmbedded(Facts facts) {
        var first = facts.firstBrowser().map(it -> it.browser().family());
        var last = facts.lastBrowser().map(it -> it.browser().family());
        if (first.isEmpty() || last.isEmpty()) return false;
        return (first.get() == Family.EMBEDDED) != (last.get() == Family.EMBEDDED);
    }

    private static boolean isOtherHost(Facts facts) {
        var begun = facts.hostOfBegin();
        var failed = facts.hostOfFailure();
        return isAbsent(facts) && begun.isPresent() && failed.isPresent() && !begun.equals(failed);
    }

    private static Optional<String> otherHost(Facts facts) {
        var asked = facts.hostOfFailure().map(HostName::toString).orElse("another host");
        if (isOtherHost(facts)) {
            var begun = facts.hostOfBegin().map(HostName::toString).orElse("another host");
            return Optional.of("It started on " + begun + " and returned to " + asked + "." + HOST_ONLY);
        }
        if (!isRejectedPost(facts)) return Optional.empty();
        var site = facts.site().map(HostName::toString).orElse("another host");
        return Optional.of(
                "It started on " + asked + ", but the configuration says that the site is " + site + "." + HOST_ONLY);
    }
}
