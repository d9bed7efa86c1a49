package dev.cardea.recorder;

import static dev.cardea.recorder.Cause.Certainty.CERTAIN;
import static dev.cardea.recorder.Cause.Certainty.LIKELY;
import static dev.cardea.recorder.Cause.Certainty.POSSIBLE;
import static dev.cardea.recorder.Fault.when;

import dev.cardea.error.ErrorType;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step.Action;
import dev.cardea.observe.Step.CheckRead;
import dev.cardea.observe.Step.CheckSet;
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
                            .map(it -> "The request is for the host " + it.host()
                                    + ", and the configuration does not say that this is the site.")
                            .or(() -> when(
                                    facts.isError(ErrorType.UNTRUSTED_HOST),
                                    "The configuration does not say that the requested host is this site.")),
                    "Set url to the address that visitors use. Set trustHost only where a proxy sets the host headers."),
            new Fault(
                    "R34",
                    "https site configured as http",
                    LIKELY,
                    facts -> when(
                            facts.has(
                                            RequestStart.class,
                                            it -> Boolean.TRUE.equals(it.isForwardedHttps()) && !it.isHttps())
                                    && facts.has(OriginDecision.class, it -> !it.isHttps()),
                            "A proxy reports https, and the configuration takes the site for http. Cookies then have "
                                    + "other names and attributes."),
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
                    POSSIBLE,
                    facts -> when(
                            BrowserFaults.isAbsent(facts) && facts.has(CheckSet.class, it -> !it.isHostOnly()),
                            "The check cookie was set with a domain. A browser drops it if the site is not below that "
                                    + "domain."),
                    "Remove the cookie's domain, or set it to the domain of the site."),
            new Fault(
                    "R37",
                    "Session too large for the proxy",
                    POSSIBLE,
                    facts -> when(
                            facts.has(SignInEnd.class, it -> it.result() == SignInEnd.Result.SUCCESS)
                                    && facts.lastBrowser()
                                            .filter(it -> !it.hasSession())
                                            .isPresent()
                                    && !BrowserFaults.isAbsent(facts),
                            "A session was issued, and the browser came back without it. A proxy may drop answers with "
                                    + "large headers."),
                    "Put less into the token, or raise the proxy's limit for response headers."),
            new Fault(
                    "R38",
                    "Processes with different secrets",
                    POSSIBLE,
                    facts -> when(
                            facts.has(CheckRead.class, it -> it.result() == CheckRead.Result.UNREADABLE)
                                    && !facts.hasBegin(),
                            "Another process may have begun the sign-in with a secret that this process does not have."),
                    "Give all processes of the site the same list of secrets."),
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
                    "Redirect callback left the site",
                    LIKELY,
                    facts -> when(
                            facts.isError(ErrorType.INVALID_CALLBACK_URL),
                            "The address to return to is not on this site, or the redirect callback returned another "
                                    + "site."),
                    "Send a callbackUrl on the site's own origin. The redirect callback decides about others."),
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
}
