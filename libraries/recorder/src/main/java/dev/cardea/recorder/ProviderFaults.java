package dev.cardea.recorder;

import static dev.cardea.recorder.Cause.Certainty.CERTAIN;
import static dev.cardea.recorder.Cause.Certainty.LIKELY;
import static dev.cardea.recorder.KnownFault.when;

import dev.cardea.error.ErrorType;
import dev.cardea.observe.Step.Endpoint;
import dev.cardea.observe.Step.IdTokenRule;
import dev.cardea.observe.Step.IdTokenRule.Rule;
import dev.cardea.observe.Step.OAuthError;
import dev.cardea.observe.Step.ProviderCall;
import dev.cardea.observe.Step.ProviderCall.Result;
import dev.cardea.observe.Step.ProviderCallStart;
import dev.cardea.observe.Step.ProviderCallStart.ClientProof;
import dev.cardea.observe.Step.Return;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Faults of the provider, and of what is configured for it. */
final class ProviderFaults {
    static final List<KnownFault> ALL = List.of(
            new KnownFault(
                    "R13",
                    "Discovery unreachable",
                    CERTAIN,
                    call(Endpoint.DISCOVERY, it -> isDown(it), "The provider's discovery document couldn't be fetched"),
                    "Check the issuer's URL, and that this machine can reach it: DNS, firewall, outbound proxy."),
            new KnownFault(
                    "R14",
                    "Discovery document isn't JSON",
                    CERTAIN,
                    call(
                            Endpoint.DISCOVERY,
                            it -> it.result() == Result.INVALID,
                            "The discovery document isn't a JSON object"),
                    "Open ISSUER/.well-known/openid-configuration in a browser: the issuer is probably the URL "
                            + "of a page."),
            new KnownFault(
                    "R15",
                    "Issuer doesn't match",
                    LIKELY,
                    facts -> when(isUnmet(facts, Rule.ISSUER), "The provider's issuer isn't the configured one."),
                    "Set the issuer exactly as in the discovery document, with or without the slash at the end."),
            new KnownFault(
                    "R16",
                    "Key set unreachable",
                    CERTAIN,
                    call(
                            Endpoint.JWKS,
                            it -> isDown(it) || isServerError(it),
                            "The provider's keys couldn't be fetched"),
                    "Check that this machine can reach the host. Cardea uses cached keys while the provider is down."),
            new KnownFault(
                    "R17",
                    "Unknown key",
                    LIKELY,
                    facts -> when(
                            isUnmet(facts, Rule.SIGNATURE),
                            "The ID token's signature doesn't match any key that the provider publishes."),
                    "Check that issuer and client belong to the same tenant or realm. A proxy may serve an old key "
                            + "set."),
            new KnownFault(
                    "R18",
                    "Redirect URI not registered",
                    CERTAIN,
                    facts -> when(
                            !ConfigurationFaults.isTakenForHttp(facts)
                                    && (returned(facts, OAuthError.REDIRECT_URI_MISMATCH)
                                            || hasCall(facts, it -> it.error() == OAuthError.REDIRECT_URI_MISMATCH)),
                            "The site's redirect URI isn't registered at the provider."),
                    "Register the redirect URI https://SITE/auth/callback/PROVIDER at the provider."),
            new KnownFault(
                    "R19",
                    "Wrong client secret",
                    CERTAIN,
                    facts -> when(
                            isClientRejected(facts, ClientProof.SECRET),
                            "The provider rejected the client ID or the client secret."),
                    "Copy the client ID and secret again. The secret may have expired at the provider."),
            new KnownFault(
                    "R20",
                    "Client assertion expired",
                    LIKELY,
                    facts -> when(
                            isClientRejected(facts, ClientProof.ASSERTION),
                            "The provider rejected the assertion that this site signed: by the provider's clock "
                                    + "it has expired or is from the future, or its key isn't registered."),
                    "Compare this machine's clock with the provider's Date header, and the key with the registered "
                            + "one."),
            new KnownFault(
                    "R21",
                    "Code expired or used",
                    LIKELY,
                    facts -> when(
                            hasCall(
                                            facts,
                                            it -> it.endpoint() == Endpoint.TOKEN
                                                    && it.error() == OAuthError.INVALID_GRANT)
                                    && !ConfigurationFaults.isAnswerLost(facts),
                            "The provider rejected the authorization code: it has expired, was used before, or "
                                    + "was issued for another redirect URI."),
                    "The visitor starts again. If all sign-ins fail, compare url with the registered redirect URI."),
            new KnownFault(
                    "R22",
                    "Provider failed",
                    CERTAIN,
                    call(
                            Set.of(Endpoint.TOKEN, Endpoint.USERINFO),
                            it -> isServerError(it) || it.result() == Result.UNREACHABLE,
                            "The provider failed or couldn't be reached"),
                    "Check the provider's status page and try again later."),
            new KnownFault(
                    "R23",
                    "Provider too slow",
                    CERTAIN,
                    facts -> facts.last(ProviderCall.class, it -> it.result() == Result.TIMEOUT)
                            .map(it -> "The provider didn't respond within ten seconds: "
                                    + it.endpoint().label() + " at " + it.host() + "."),
                    "Check the provider's status page, and that this machine can reach the host without a slow proxy."),
            new KnownFault(
                    "R24",
                    "Response isn't JSON",
                    CERTAIN,
                    call(
                            Set.of(Endpoint.TOKEN, Endpoint.JWKS),
                            it -> it.result() == Result.INVALID,
                            "The provider's response isn't a JSON object"),
                    "Check the URL of the endpoint: it's probably the URL of a page."),
            new KnownFault(
                    "R25",
                    "No ID token",
                    CERTAIN,
                    unmet(Rule.PRESENT, "The provider didn't return an ID token."),
                    "Request the scope openid, or configure the service as an oauth provider with a userinfo "
                            + "endpoint."),
            new KnownFault(
                    "R26",
                    "Wrong audience",
                    CERTAIN,
                    facts -> when(
                            isUnmet(facts, Rule.AUDIENCE) || isUnmet(facts, Rule.AUTHORIZED_PARTY),
                            "The ID token was issued for another client."),
                    "Compare the client ID with the one at the provider."),
            new KnownFault(
                    "R27",
                    "Clock difference",
                    LIKELY,
                    facts -> when(
                            isUnmet(facts, Rule.EXPIRY)
                                    || isUnmet(facts, Rule.ISSUED_AT)
                                    || isUnmet(facts, Rule.NOT_BEFORE),
                            "By the clock of this machine the ID token has expired or is from the future."),
                    "Synchronize the clock of this machine (NTP)."),
            new KnownFault(
                    "R28",
                    "Nonce doesn't match",
                    LIKELY,
                    unmet(Rule.NONCE, "The ID token belongs to another sign-in: its nonce isn't the browser's."),
                    "The visitor starts again. If all sign-ins fail, the provider doesn't return the nonce: "
                            + "remove the check nonce."),
            new KnownFault(
                    "R29",
                    "Userinfo rejected",
                    CERTAIN,
                    call(
                            Endpoint.USERINFO,
                            it -> it.result() == Result.REJECTED && !isServerError(it),
                            "The userinfo endpoint rejected the access token"),
                    "Check the scopes, and that the userinfo endpoint belongs to the same tenant as the token "
                            + "endpoint."),
            new KnownFault(
                    "R30",
                    "Userinfo of another subject",
                    CERTAIN,
                    unmet(Rule.USERINFO_SUBJECT, "The userinfo response has a different subject than the ID token."),
                    "Check that userinfo and token endpoint belong to the same tenant. It can be an attack."),
            new KnownFault(
                    "R31",
                    "Profile has no ID",
                    LIKELY,
                    facts -> when(
                            facts.isError(ErrorType.OAUTH_PROFILE_PARSE_ERROR),
                            "The profile couldn't be mapped: it has no ID, or the profile function threw an "
                                    + "exception."),
                    "Compare the members of the response above with the provider's mapping."),
            new KnownFault(
                    "R32",
                    "Too many calls waiting",
                    CERTAIN,
                    facts -> when(
                            hasCall(facts, it -> it.result() == Result.LIMITED),
                            "Too many calls to this provider were waiting for a response."),
                    "The provider is slow, or many visitors sign in at the same time. They start again."));

    private ProviderFaults() {}

    private static Function<Facts, Optional<String>> call(
            Endpoint endpoint, Predicate<ProviderCall> condition, String text) {
        return call(Set.of(endpoint), condition, text);
    }

    private static Function<Facts, Optional<String>> call(
            Set<Endpoint> endpoints, Predicate<ProviderCall> condition, String text) {
        return facts -> facts.last(ProviderCall.class, it -> endpoints.contains(it.endpoint()) && condition.test(it))
                .map(it -> text + ": " + it.endpoint().label() + " at " + it.host()
                        + (it.status() == 0 ? "." : ", status " + it.status() + "."));
    }

    private static Function<Facts, Optional<String>> unmet(Rule rule, String text) {
        return facts -> when(isUnmet(facts, rule), text);
    }

    private static boolean isUnmet(Facts facts, Rule rule) {
        return facts.has(IdTokenRule.class, it -> it.rule() == rule && !it.isMet());
    }

    private static boolean hasCall(Facts facts, Predicate<ProviderCall> condition) {
        return facts.has(ProviderCall.class, condition);
    }

    private static boolean returned(Facts facts, OAuthError error) {
        return facts.has(Return.class, it -> it.error() == error);
    }

    private static boolean isDown(ProviderCall call) {
        return call.result() == Result.UNREACHABLE || call.result() == Result.REJECTED;
    }

    private static boolean isServerError(ProviderCall call) {
        return call.status() >= 500;
    }

    /** @param proof with which the client authenticated itself */
    private static boolean isClientRejected(Facts facts, ClientProof proof) {
        var start = facts.last(ProviderCallStart.class, it -> it.endpoint() == Endpoint.TOKEN);
        boolean isAssertion =
                start.filter(it -> it.client() == ClientProof.ASSERTION).isPresent();
        return isAssertion == (proof == ClientProof.ASSERTION)
                && hasCall(facts, it -> it.endpoint() == Endpoint.TOKEN && isClientRejected(it));
    }

    private static boolean isClientRejected(ProviderCall call) {
        return call.error() == OAuthError.INVALID_CLIENT
                || call.error() == OAuthError.UNAUTHORIZED_CLIENT
                || call.status() == 401 && call.error() == null;
    }
}
