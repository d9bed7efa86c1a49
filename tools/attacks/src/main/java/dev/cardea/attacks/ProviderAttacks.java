package dev.cardea.attacks;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers of an identity provider that are wrong, moved or repeated. */
final class ProviderAttacks {
    private static final String NO_SESSION = "no session";
    private static final int AT_ONCE = 16;

    /** What development mode calls a profile that is at the userinfo endpoint alone, so that the site must read it. */
    private static final String USERINFO = "CLAIMS_ONLY_IN_USERINFO";

    private static final String TOKEN_REMEDY =
            "Declare the provider with its issuer, and let Cardea alone verify its ID tokens.";

    static final List<AttackCase> ALL = List.of(
            AttackCase.provider(
                    "A08",
                    "a provider's response for the attacker, opened in another visitor's browser",
                    NO_SESSION,
                    "Leave danger().noChecks() out, and let no proxy add or keep cookies of other visitors.",
                    ProviderAttacks::anotherBrowser),
            AttackCase.provider(
                    "A25",
                    "a provider's response without state or code verifier, or with another state",
                    NO_SESSION,
                    "Leave danger().noChecks() out, and name Check.STATE or Check.PKCE in checks.",
                    ProviderAttacks::checks),
            AttackCase.provider(
                    "A26",
                    "one provider's response at the callback of another, or with another issuer",
                    NO_SESSION,
                    "Declare the provider with its issuer, and pass the parameter iss of the callback on.",
                    ProviderAttacks::mixedUp),
            AttackCase.provider(
                    "A27",
                    "an ID token without a valid signature of the provider",
                    NO_SESSION,
                    TOKEN_REMEDY,
                    trial -> misbehave(
                            trial,
                            Map.of(
                                    "ALG_NONE", "the ID token had no signature",
                                    "ALG_HS256", "the ID token was signed with the client's secret",
                                    "ALG_CONFUSED", "the ID token was signed with the public key as a secret",
                                    "SIGNATURE_SPOILED", "the signature of the ID token was changed",
                                    "KEY_UNKNOWN", "the ID token was signed with another key"))),
            AttackCase.provider(
                    "A28",
                    "an ID token of another issuer, for another client, or of another time",
                    NO_SESSION,
                    TOKEN_REMEDY + " Keep the clock of the site right.",
                    trial -> misbehave(
                            trial,
                            Map.of(
                                    "ISS_WRONG", "the ID token named another issuer",
                                    "ISS_MISSING", "the ID token named no issuer",
                                    "AUD_WRONG", "the ID token was for another client",
                                    "AUD_MISSING", "the ID token was for no client",
                                    "AUD_SECOND_UNKNOWN", "the ID token was for another client, too",
                                    "AZP_WRONG", "the ID token was issued to another client",
                                    "EXP_PAST", "the ID token was expired",
                                    "EXP_MISSING", "the ID token had no expiry",
                                    "IAT_FUTURE", "the ID token was issued in the future",
                                    "IAT_MISSING", "the ID token had no time of issue"))),
            AttackCase.provider(
                    "A29",
                    "an ID token without the nonce of this sign-in",
                    NO_SESSION,
                    "Leave danger().noChecks() out, and name Check.NONCE in checks.",
                    ProviderAttacks::nonce),
            AttackCase.provider(
                    "A30",
                    "one response of a provider, redeemed 16 times at the same time",
                    "one session at most",
                    "Don't let a proxy or cache repeat or store the responses of callbacks.",
                    ProviderAttacks::atOnce),
            AttackCase.provider(
                    "A31",
                    "the profile of another user from the userinfo endpoint",
                    NO_SESSION,
                    "Let Cardea read the userinfo endpoint, and set no userinfoRequest that changes its sub.",
                    ProviderAttacks::userInfo),
            AttackCase.provider(
                    "A32",
                    "endless, huge, malformed or redirecting responses of a provider",
                    "an error below status 500 and no session, within 15 seconds",
                    "Don't set the provider's http client, or limit the time and size of responses there and "
                            + "don't follow redirects.",
                    ProviderAttacks::broken));

    private ProviderAttacks() {}

    private static void anotherBrowser(Trial trial) throws IOException {
        var signIn = ProviderSignIn.of(trial, "oidc", "oauth");
        var seen = "the attacker's session in the browser of another visitor";
        sent(trial, signIn, TestVisitor.of(trial.site()), signIn.back().target(), seen);
        var victim = TestVisitor.of(trial.site());
        signIn.start(victim);
        sent(trial, signIn, victim, signIn.back().target(), seen + ", who had started a sign-in");
    }

    private static void sent(Trial trial, ProviderSignIn signIn, TestVisitor visitor, String target, String seen)
            throws IOException {
        var answer = visitor.send(Call.get(target));
        if (signIn.endsSession(visitor)) trial.found(answer, seen);
    }

    private static void checks(Trial trial) throws IOException {
        var signIn = ProviderSignIn.of(trial, "oidc", "oauth");
        var parameters = signIn.back().parameters();
        boolean hasState = parameters.containsKey("state");
        boolean hasVerifier = parameters.containsKey("code_challenge");
        if (!hasState && !hasVerifier) {
            throw Trial.noTarget("the provider " + signIn.provider().id() + " is asked with neither state nor PKCE");
        }
        if (hasState) {
            signIn.attempt(trial, "the answer had another state", List.of("ANSWER_STATE_WRONG"));
            signIn.attempt(trial, "the answer had no state", List.of("ANSWER_STATE_MISSING"));
        }
        if (!hasVerifier) return;
        var back = signIn.back();
        back.visitor().jar().keySet().removeIf(name -> name.contains("pkce"));
        sent(trial, signIn, back.visitor(), back.target(), "a session, although the browser had no code verifier");
    }

    private static void mixedUp(Trial trial) throws IOException {
        var signIn = ProviderSignIn.of(trial, "oidc", "oauth");
        signIn.attempt(trial, "the answer named another issuer", List.of("ANSWER_ISS_WRONG"));
        for (var other : trial.site().providers()) {
            boolean hasCallback = other.type().equals("oauth") || other.type().equals("oidc");
            if (!hasCallback || other.equals(signIn.provider())) continue;
            var back = signIn.back();
            var query = back.target().substring(back.target().indexOf('?'));
            var target = trial.site().route("/callback/" + other.id()) + query;
            sent(
                    trial,
                    signIn,
                    back.visitor(),
                    target,
                    "a session for an answer of " + signIn.provider().id());
        }
    }

    private static void misbehave(Trial trial, Map<String, String> faults) throws IOException {
        var signIn = ProviderSignIn.of(trial, "oidc");
        for (var fault : faults.keySet().stream().sorted().toList()) {
            signIn.attempt(trial, faults.getOrDefault(fault, fault), List.of(fault));
        }
    }

    private static void nonce(Trial trial) throws IOException {
        var signIn = ProviderSignIn.of(trial, "oidc");
        if (!signIn.back().parameters().containsKey("nonce")) {
            throw Trial.noTarget("the provider " + signIn.provider().id() + " is asked without a nonce");
        }
        signIn.attempt(trial, "the ID token had another nonce", List.of("NONCE_WRONG"));
        signIn.attempt(trial, "the ID token had no nonce", List.of("NONCE_MISSING"));
    }

    private static void atOnce(Trial trial) throws IOException {
        var signIn = ProviderSignIn.of(trial, "oidc", "oauth");
        var back = signIn.back();
        var call = Call.get(back.target())
                .cookies(new LinkedHashMap<>(back.visitor().jar()));
        ParallelCalls.checkOneSession(trial, ParallelCalls.send(trial, call, AT_ONCE), "answer");
    }

    private static void userInfo(Trial trial) throws IOException {
        var signIn = ProviderSignIn.of(trial, "oidc");
        var unread = signIn.callback(List.of(USERINFO, "USERINFO_500"));
        if (unread.isPresent() && unread.get().hasSession()) {
            throw Trial.noTarget("the userinfo endpoint of " + signIn.provider().id() + " is not read");
        }
        signIn.attempt(trial, "the profile was that of another user", List.of(USERINFO, "USERINFO_SUB_WRONG"));
        signIn.attempt(trial, "the profile named no user", List.of(USERINFO, "USERINFO_SUB_MISSING"));
    }

    private static void broken(Trial trial) throws IOException {
        var signIn = ProviderSignIn.of(trial, "oidc");
        for (var faults : List.of(
                List.of("PROVIDER_ENDLESS"),
                List.of("TOKEN_HUGE"),
                List.of("TOKEN_REDIRECT"),
                List.of("TOKEN_NOT_JSON"),
                List.of("TOKEN_500"),
                List.of("ACCESS_TOKEN_MISSING"),
                List.of(USERINFO, "USERINFO_HUGE"))) {
            var outcome = signIn.callback(faults);
            if (outcome.isEmpty()) continue;
            var answer = outcome.get().answer();
            var how = " for the fault " + faults.get(faults.size() - 1) + " of the provider";
            boolean isUserInfo = faults.contains(USERINFO);
            if (outcome.get().hasSession() && !isUserInfo) trial.found(answer, "a session" + how);
            if (answer.status() >= 500 || answer.status() == Answer.SILENT) trial.found(answer, answer.outcome() + how);
        }
    }
}
