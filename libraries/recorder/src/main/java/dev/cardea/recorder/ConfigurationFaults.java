package dev.cardea.recorder;

import static dev.cardea.recorder.Cause.Certainty.CERTAIN;
import static dev.cardea.recorder.Cause.Certainty.LIKELY;
import static dev.cardea.recorder.KnownFault.when;

import dev.cardea.error.ErrorType;
import dev.cardea.observe.Callback;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step.Action;
import dev.cardea.observe.Step.CallbackCall;
import dev.cardea.observe.Step.CheckRead;
import dev.cardea.observe.Step.OriginDecision;
import dev.cardea.observe.Step.RequestStart;
import dev.cardea.observe.Step.SignInEnd;
import java.util.List;

/** Faults of the configuration, and of proxies in front of the site. */
final class ConfigurationFaults {
    static final List<KnownFault> ALL = List.of(
            new KnownFault(
                    "R33",
                    "Untrusted host",
                    CERTAIN,
                    facts -> facts.last(OriginDecision.class, it -> !it.isTrusted())
                            .filter(it -> facts.isError(ErrorType.UNTRUSTED_HOST))
                            .map(it -> "The request is for the host " + it.host() + ", but the configuration "
                                    + "doesn't list it as a host of the site.")
                            .or(() -> when(
                                    facts.isError(ErrorType.UNTRUSTED_HOST),
                                    "The configuration doesn't list the requested host as a host of the site.")),
                    "Set url to the URL that visitors use. Set trustHost only if a proxy sets the host headers."),
            new KnownFault(
                    "R34",
                    "https site configured as http",
                    CERTAIN,
                    facts -> when(
                            isTakenForHttp(facts),
                            "A proxy reports https, but the configuration says http. Cookies then have other "
                                    + "names, and the redirect URIs don't match."),
                    "Set url to the https URL of the site, or add the proxy to trustedProxies."),
            new KnownFault(
                    "R35",
                    "Base path doesn't match",
                    LIKELY,
                    facts -> when(
                            facts.isError(ErrorType.UNKNOWN_ACTION)
                                    && facts.has(RequestStart.class, it -> it.action() == Action.OTHER),
                            "There's no route with the path of this request."),
                    "Set basePath to the path where your site mounts Cardea. Use the same path in the proxy and "
                            + "in the redirect URI."),
            new KnownFault(
                    "R36",
                    "Cookie domain doesn't match",
                    CERTAIN,
                    facts -> when(
                            BrowserFaults.isForOtherDomain(facts),
                            "The check cookie was set for a domain that the site doesn't belong to. Browsers "
                                    + "drop such a cookie."),
                    "Remove the cookie's domain, or set it to the domain of the site."),
            new KnownFault(
                    "R37",
                    "Session too large for the proxy",
                    LIKELY,
                    facts -> when(
                            isAnswerLost(facts),
                            "Cardea issued a session, but the browser came back without it, and still had the "
                                    + "check cookie that the response removes. So the response didn't arrive: a "
                                    + "proxy may drop responses with large headers."),
                    "Put less into the token, or raise the proxy's limit for response headers."),
            new KnownFault(
                    "R38",
                    "Processes with different secrets",
                    LIKELY,
                    facts -> when(
                            facts.has(CheckRead.class, it -> it.result() == CheckRead.Result.UNREADABLE)
                                    && !facts.hasBegin(),
                            "The check cookie was sealed with a secret that this process doesn't have: another "
                                    + "process set it, or this one before a restart."),
                    "Use the same list of secrets in all processes of the site. If you changed the secret, list "
                            + "the old one after the new one."),
            new KnownFault(
                    "R39",
                    "Unknown provider",
                    CERTAIN,
                    facts -> when(
                            facts.isError(ErrorType.INVALID_PROVIDER)
                                    && facts.has(RequestStart.class, it -> it.provider() == ProviderId.UNKNOWN),
                            "The URL contains a provider that isn't configured."),
                    "Compare the ID in the URL with GET /auth/providers. It's case-sensitive."),
            new KnownFault(
                    "R40",
                    "No usable URL from the redirect callback",
                    LIKELY,
                    facts -> when(
                            facts.isError(ErrorType.INVALID_CALLBACK_URL) || hasNoWayBack(facts),
                            "The redirect callback returned nothing, or something that isn't a URL."),
                    "Always return a URL on the site's own origin from the redirect callback."),
            new KnownFault(
                    "R41",
                    "Error page is itself protected",
                    CERTAIN,
                    facts -> when(
                            facts.isError(ErrorType.ERROR_PAGE_LOOP), "The page in pages.error requires a sign-in."),
                    "Make the page in pages.error public."),
            new KnownFault(
                    "R42",
                    "Store capability missing",
                    CERTAIN,
                    facts -> when(
                            facts.isError(ErrorType.MISSING_ADAPTER_METHODS, ErrorType.MISSING_ADAPTER),
                            "The configuration needs something that the store doesn't support."),
                    "The log line tells you which capability. Use another adapter, or leave the feature out."));

    private ConfigurationFaults() {}

    static boolean isTakenForHttp(Facts facts) {
        return facts.has(RequestStart.class, it -> Boolean.TRUE.equals(it.isForwardedHttps()) && !it.isHttps())
                && facts.has(OriginDecision.class, it -> !it.isHttps());
    }

    private static boolean hasNoWayBack(Facts facts) {
        return facts.has(
                CallbackCall.class,
                it -> it.callback() == Callback.REDIRECT && it.result() == CallbackCall.Result.DENIED);
    }

    /** Returns whether a sign-in succeeded whose answer the browser did not get. */
    static boolean isAnswerLost(Facts facts) {
        return facts.has(SignInEnd.class, it -> it.result() == SignInEnd.Result.SUCCESS)
                && facts.lastBrowser().filter(it -> !it.hasSession()).isPresent()
                && facts.has(CheckRead.class, it -> it.result() == CheckRead.Result.OK)
                && !facts.has(CheckRead.class, it -> it.result() == CheckRead.Result.ABSENT);
    }
}
