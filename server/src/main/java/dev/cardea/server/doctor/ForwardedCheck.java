package dev.cardea.server.doctor;

import dev.cardea.http.WebUrl;
import dev.cardea.json.Claims;
import dev.cardea.observe.ClientNetwork;
import dev.cardea.observe.Step;
import dev.cardea.recorder.Trace;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which client address the site takes from a request. It returns from a provider without having begun, under an
 * address of documentation (RFC 5737). The trace of that failure names the network that the site saw.
 */
final class ForwardedCheck {
    private static final String CLAIMED = "198.51.100.7";
    private static final Optional<ClientNetwork> CLAIMED_NETWORK = ClientNetwork.parse("198.51.100.0/24");
    private static final Set<String> WITH_CALLBACK = Set.of("oauth", "oidc");

    private final SiteRequests requests;
    private final @Nullable TraceSource traces;
    private final Diagnosis diagnosis;

    ForwardedCheck(SiteRequests requests, @Nullable TraceSource traces, Diagnosis diagnosis) {
        this.requests = requests;
        this.traces = traces;
        this.diagnosis = diagnosis;
    }

    void examine(WebUrl address, String basePath, Map<String, Claims> providers) throws SiteRequests.NoAnswerException {
        var provider = providers.entrySet().stream()
                .filter(it ->
                        WITH_CALLBACK.contains(String.valueOf(it.getValue().text("type"))))
                .map(Map.Entry::getKey)
                .findFirst();
        if (traces == null || provider.isEmpty()) {
            notTested(traces == null ? "give --config with management, whose traces show it" : "no provider redirects");
            return;
        }
        var trace = reference(basePath + "/callback/" + provider.get()).flatMap(traces::find);
        if (trace.isEmpty()) {
            notTested("the management listener has no trace of the test; it may be that of another process");
            return;
        }
        judge(network(trace.get()), address);
    }

    private void notTested(String why) {
        diagnosis.advise(Check.FORWARDED, "which address of visitors the site uses was not tested; " + why);
    }

    private Optional<String> reference(String callback) throws SiteRequests.NoAnswerException {
        return requests.get(callback + "?error=cardea_doctor", "X-Forwarded-For", CLAIMED)
                .header("cardea-error-id");
    }

    private static Optional<ClientNetwork> network(Trace trace) {
        return trace.entries().stream()
                .flatMap(entry -> entry.step() instanceof Step.BrowserFacts facts
                        ? Optional.ofNullable(facts.client()).stream()
                        : null)
                .reduce((first, second) -> second);
    }

    private void judge(Optional<ClientNetwork> network, WebUrl address) {
        if (network.isEmpty()) {
            diagnosis.advise(
                    Check.FORWARDED,
                    "the site knows no address of visitors; no limit counts by address; set trustedProxies, or"
                            + " clientAddress of a site in JavaScript");
        } else if (network.equals(CLAIMED_NETWORK)) {
            diagnosis.broken(
                    Check.FORWARDED,
                    "a visitor's own X-Forwarded-For is trusted; an attacker avoids every limit; let the proxy append the"
                            + " address that it sees, and name no more than the proxies in trustedProxies");
        } else if (network.get().isLocal() && !address.isLoopback()) {
            diagnosis.advise(
                    Check.FORWARDED,
                    "every visitor seems to come from " + network.get()
                            + "; no limit counts by such an address; name the proxy in trustedProxies, unless you are in"
                            + " that network");
        } else {
            diagnosis.ok(Check.FORWARDED, "visitors are counted by the address that the proxy saw: " + network.get());
        }
    }
}
