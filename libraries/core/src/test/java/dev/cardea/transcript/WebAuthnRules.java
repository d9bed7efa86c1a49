package dev.cardea.transcript;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Passkeys. */
final class WebAuthnRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "A provider of passkeys is enough to switch them on.",
                    "a provider of passkeys without `enableWebAuthn`",
                    "design of accounts",
                    Rule.ofAnswer(WebAuthnRules::switchedOn)),
            new Rule(
                    "The user and the relying party of a request are worked out, not asked for by functions.",
                    "`getUserInfo`, `getRelayingParty`",
                    "architecture §3",
                    Rule.ofAnswer(WebAuthnRules::noFunctions)),
            new Rule(
                    "The sealed challenge says for whom it is.",
                    "the challenge cookie",
                    "security W01",
                    WebAuthnRules::forWhom),
            new Rule(
                    "A new passkey's id is looked up before any callback runs.",
                    "a passkey that another user has",
                    "security W05",
                    WebAuthnRules::lookedFor),
            new Rule(
                    "A new user has a provisional id, and an unverified address.",
                    "a new user",
                    "Q-42",
                    WebAuthnRules::provisional));

    private static final Pattern CREDENTIAL = Pattern.compile("\"providerAccountId\":(\"[^\"]*\")");

    private WebAuthnRules() {}

    /** The recorded configuration lacks a store, too. */
    private static Outcome switchedOn(Outcome expected) {
        var calls = new ArrayList<>(expected.calls());
        calls.replaceAll(call -> call.replace("ExperimentalFeatureNotEnabled", "MissingAdapter"));
        return expected.calls(calls);
    }

    private static Outcome noFunctions(Outcome expected) {
        var calls = new ArrayList<>(expected.calls());
        calls.removeIf(
                call -> call.startsWith("provider.getUserInfo[") || call.startsWith("provider.getRelayingParty["));
        return expected.calls(calls);
    }

    private static Outcome forWhom(Transcript transcript, Outcome expected) {
        if (!transcript.isFor("webauthn-options") || !expected.status().equals("200")) return expected;
        var told = whom(transcript, Json.parseObject(expected.body(), 20));
        if (told.isEmpty()) return expected;
        var cookies = new ArrayList<>(expected.cookies());
        cookies.replaceAll(cookie -> cookie.replace("}>\"}>;", "," + told.get() + "}>\"}>;"));
        return expected.cookies(cookies);
    }

    private static Optional<String> whom(Transcript transcript, Claims body) {
        if ("register".equals(body.text("action"))) {
            var user = body.get(Claim.object("options")).flatMap(o -> o.get(Claim.object("user")));
            return Optional.of("\"userHandle\":\"" + user.orElseThrow().text("id") + "\"");
        }
        var signedIn = transcript.returned("adapter.getSessionAndUser").get(Claim.object("user"));
        var known = signedIn.orElse(transcript.returned("adapter.getUserByEmail"));
        return Optional.ofNullable(known.text("id")).map(id -> "\"userId\":\"" + id + "\"");
    }

    private static boolean isRegistration(Transcript transcript, Outcome expected) {
        int asked = expected.indexOf("callback.signIn");
        return transcript.isFor("callback")
                && asked >= 0
                && expected.calls().get(asked).contains("\"type\":\"webauthn\"")
                && expected.indexOf("adapter.getAuthenticator") < 0;
    }

    private static Outcome lookedFor(Transcript transcript, Outcome expected) {
        if (!isRegistration(transcript, expected)) return expected;
        int asked = expected.indexOf("callback.signIn");
        var id = CREDENTIAL.matcher(expected.calls().get(asked));
        if (!id.find()) throw new IllegalStateException("an account without an id");
        var calls = new ArrayList<>(expected.calls());
        calls.add(asked, "adapter.getAuthenticator[" + id.group(1) + "]");
        return expected.calls(calls);
    }

    /** Every user of a registration is new who has only an address. */
    private static Outcome provisional(Transcript transcript, Outcome expected) {
        int asked = expected.indexOf("callback.signIn");
        if (asked < 0 || !expected.calls().get(asked).contains("\"type\":\"webauthn\"")) return expected;
        var calls = new ArrayList<>(expected.calls());
        calls.replaceAll(call -> call.replaceAll(
                        "(callback\\.signIn.*\"user\"|event\\.linkAccount.*\"profile\"):\\{(\"email\":\"[^\"]*\")}",
                        "$1:{$2,\"id\":\"<random our user>\"}")
                .replaceAll(
                        "(adapter\\.createUser\\[)\\{(\"email\":\"[^\"]*\")}",
                        "$1{$2,\"emailVerified\":null,\"id\":\"<random our user>\"}"));
        return expected.calls(calls);
    }
}
