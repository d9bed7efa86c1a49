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
    private static final String PRIVATE =
            "Visitors with private IP addresses, as on an intranet, have no rate limit by address";
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
            notTested(traces == null ? "use --config with a file that has management" : "no provider redirects");
            return;
        }
        var trace = reference(basePath + "/callback/" + provider.get()).flatMap(traces::find);
        if (trace.isEmpty()) {
            notTested("the management listener has no trace of the test; it may belong to another process");
            return;
        }
        judge(network(trace.get()), address);
    }

    private void notTested(String why) {
        diagnosis.advise(DoctorCheck.FORWARDED, "couldn't test which IP address of visitors the site uses; " + why);
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
                    DoctorCheck.FORWARDED,
                    "the site doesn't see visitors' IP addresses, so rate limits by address don't work; set "
                            + "trustedProxies, or clientAddress for a site in JavaScript");
        } else if (network.equals(CLAIMED_NETWORK)) {
            diagnosis.broken(
                    DoctorCheck.FORWARDED,
                    "the site trusts a visitor's own X-Forwarded-For, so an attacker can avoid every rate "
                            + "limit; have the proxy append the address that it sees, and list only your "
                            + "proxies in trustedProxies");
        } else if (network.get().isLocal() && !address.isLoopback()) {
            diagnosis.advise(
                    DoctorCheck.FORWARDED,
                    "every visitor seems to come from " + network.get()
                            + ", so rate limits by address don't work; add the proxy to trustedProxies. " + PRIVATE);
        } else if (network.get().isLocal()) {
            diagnosis.ok(
                    DoctorCheck.FORWARDED,
                    "the site sees the network of this machine, " + network.get() + ". " + PRIVATE);
        } else {
            diagnosis.ok(DoctorCheck.FORWARDED, "rate limits use the IP address that the proxy saw: " + network.get());
        }
    }
}
