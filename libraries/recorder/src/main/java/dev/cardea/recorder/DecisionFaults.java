package dev.cardea.recorder;

import static dev.cardea.recorder.Cause.Certainty.CERTAIN;
import static dev.cardea.recorder.KnownFault.when;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.ErrorType;
import dev.cardea.observe.Callback;
import dev.cardea.observe.Step.CallbackCall;
import dev.cardea.observe.Step.CheckRead;
import dev.cardea.observe.Step.HookCall;
import dev.cardea.observe.Step.HookResult;
import dev.cardea.observe.Step.LinkRead;
import dev.cardea.observe.Step.PasskeyRule;
import dev.cardea.observe.Step.RateLimit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Sign-ins that were rejected on purpose. */
final class DecisionFaults {
    static final List<KnownFault> ALL = List.of(
            new KnownFault(
                    "R55",
                    "signIn callback denied",
                    CERTAIN,
                    facts -> when(
                            facts.has(
                                    CallbackCall.class,
                                    it -> it.callback() == Callback.SIGN_IN
                                            && it.result() == CallbackCall.Result.DENIED),
                            "The application's signIn callback doesn't let this user in."),
                    "If this user should have access, change the rule in the signIn callback."),
            new KnownFault(
                    "R56",
                    "Callback threw an exception",
                    CERTAIN,
                    facts -> facts.last(CallbackCall.class, it -> isOwnFailure(facts, it))
                            .map(it -> "The application's " + it.callback().label() + " callback threw an exception."),
                    "The log line with the same reference has the stack trace."),
            new KnownFault(
                    "R57",
                    "Account not linked",
                    CERTAIN,
                    facts -> when(
                            facts.isError(
                                    ErrorType.OAUTH_ACCOUNT_NOT_LINKED,
                                    ErrorType.ACCOUNT_NOT_LINKED,
                                    ErrorType.EMAIL_NOT_VERIFIED),
                            "A user with this email address exists and has used another sign-in method. Cardea "
                                    + "doesn't link accounts by email address alone, because an attacker could "
                                    + "have claimed the address."),
                    "The user signs in as before and can then link the account: see docs/accounts.md."),
            new KnownFault(
                    "R58",
                    "Link used, expired or unknown",
                    CERTAIN,
                    facts -> facts.last(LinkRead.class, it -> it.result() != LinkRead.Result.OK)
                            .map(DecisionFaults::link),
                    "The visitor requests a new link. If email software opens links by itself, turn on confirmLinks."),
            new KnownFault(
                    "R59",
                    "Passkey rejected",
                    CERTAIN,
                    DecisionFaults::passkey,
                    "Check that the relying party id is the site's domain, and that visitors use one host name. The "
                            + "visitor tries again."),
            new KnownFault(
                    "R60",
                    "Rate limit",
                    CERTAIN,
                    facts -> facts.last(RateLimit.class)
                            .map(it -> "Too many attempts: the budget "
                                    + it.budget().name().toLowerCase(Locale.ROOT) + " is exhausted."),
                    "The visitor waits. If all visitors seem to have the same IP address, add your proxies to "
                            + "trustedProxies."));

    private DecisionFaults() {}

    /** Another process that does not answer is a separate fault. */
    private static boolean isOwnFailure(Facts facts, CallbackCall call) {
        return call.result() == CallbackCall.Result.FAILED
                && !facts.isError(ErrorType.OAUTH_PROFILE_PARSE_ERROR)
                && !facts.has(
                        HookCall.class,
                        it -> it.hook() == call.callback()
                                && it.result() != HookResult.OK
                                && it.result() != HookResult.DEFAULT);
    }

    private static String link(LinkRead link) {
        return link.result() == LinkRead.Result.EXPIRED
                ? "The sign-in link had expired."
                : "The sign-in link was already used, was never issued, or is for another email address.";
    }

    private static Optional<String> passkey(Facts facts) {
        var rule = facts.last(PasskeyRule.class);
        if (rule.isPresent()) {
            return rule.map(it -> "The passkey violates step " + it.number() + " of the "
                    + it.ceremony().label() + " (Web Authentication Level 3).");
        }
        return facts.last(
                        CheckRead.class,
                        it -> it.check() == AuthCookie.WEBAUTHN_CHALLENGE && it.result() != CheckRead.Result.OK)
                .map(it -> "The browser returned without the challenge that Cardea sent.");
    }
}
