package dev.cardea.recorder;

import static dev.cardea.recorder.Cause.Certainty.CERTAIN;
import static dev.cardea.recorder.Cause.Certainty.LIKELY;
import static dev.cardea.recorder.Fault.when;

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
    static final List<Fault> ALL = List.of(
            new Fault(
                    "R33",
                    "Untrusted host",
                    CERTAIN,
                    facts -> facts.last(OriginDecision.class, it -> !it.isTrusted())
                            .filter(it -> facts.isError(ErrorType.UNTRUSTED_HOST))
                            .map(it -> "The request is for the host " + it.host()
                                    + ", and the configuration does not say that this is the site.")
                            .or(() -> when(
                                    facts.isError(ErrorType.UNTRUSTED_HOST),
                                    "The configuration does not say that the requested host is this site.")),
                    "Set url to the address that visitors use. Set trustHost only where a proxy sets the host headers."),
            new Fault(
                    "R34",
                    "https site configured as http",
                    CERTAIN,
                    facts -> when(
                            isTakenForHttp(facts),
                            "A proxy reports https, and the configuration takes the site for http. Cookies then have "
                                    + "other names, and providers do not know its address."),
                    "Set url to the https address of the site, or name the proxy in trustedProxies."),
            new Fault(
                    "R35",
                    "Base path differs",
                    LIKELY,
                    facts -> when(
                            facts.isError(ErrorType.UNKNOWN_ACTION)
                                    && facts.has(RequestStart.class, it -> it.action() == Action.OTHER),
                            "No route has the path of this request."),
                    "Set basePath to the path under which the site mounts Cardea, the same at the proxy and at the "
                            + "provider."),
            new Fault(
                    "R36",
                    "Cookie domain does not match",
                    CERTAIN,
                    facts -> when(
                            BrowserFaults.isForOtherDomain(facts),
                            "The check cookie was set for a domain to which the site does not belong. Browsers drop such "
                                    + "a cookie."),
                    "Remove the cookie's domain, or set it to the domain of the site."),
            new Fault(
                    "R37",
                    "Session too large for the proxy",
                    LIKELY,
                    facts -> when(
                            isAnswerLost(facts),
                            "A session was issued, and the browser came back without it and with the check cookie that "
                                    + "the answer removes. So the answer did not arrive: a proxy may drop answers with "
                                    + "large headers."),
                    "Put less into the token, or raise the proxy's limit for response headers."),
            new Fault(
                    "R38",
                    "Processes with different secrets",
                    LIKELY,
                    facts -> when(
                            facts.has(CheckRead.class, it -> it.result() == CheckRead.Result.UNREADABLE)
                                    && !facts.hasBegin(),
                            "The check cookie was sealed with a secret that this process does not have: another process "
                                    + "set it, or this one before a restart."),
                    "Give all processes of the site the same list of secrets. If the secret was changed, list the older "
                            + "one after the new one."),
            new Fault(
                    "R39",
                    "Unknown provider",
                    CERTAIN,
                    facts -> when(
                            facts.isError(ErrorType.INVALID_PROVIDER)
                                    && facts.has(RequestStart.class, it -> it.provider() == ProviderId.UNKNOWN),
                            "The address names a provider that is not configured."),
                    "Compare the id in the address with GET /auth/providers. It is case-sensitive."),
            new Fault(
                    "R40",
                    "No usable address from the redirect callback",
                    LIKELY,
                    facts -> when(
                            facts.isError(ErrorType.INVALID_CALLBACK_URL) || hasNoWayBack(facts),
                            "The redirect callback returned nothing, or not the address of a page."),
                    "Return an address on the site's own origin from the redirect callback, for each address that it is "
                            + "asked about."),
            new Fault(
                    "R41",
                    "Error page is itself protected",
                    CERTAIN,
                    facts -> when(
                            facts.isError(ErrorType.ERROR_PAGE_LOOP), "The page of pages.error requires a sign-in."),
                    "Make the page of pages.error public."),
            new Fault(
                    "R42",
                    "Store capability missing",
                    CERTAIN,
                    facts -> when(
                            facts.isError(ErrorType.MISSING_ADAPTER_METHODS, ErrorType.MISSING_ADAPTER),
                            "The configuration uses something that the store cannot do."),
                    "The log line names the capability. Use another adapter, or leave the feature out."));

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
