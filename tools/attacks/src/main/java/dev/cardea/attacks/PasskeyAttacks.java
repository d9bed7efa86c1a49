package dev.cardea.attacks;

import dev.cardea.http.WebUrl;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers of passkeys that are repeated, or made for another site or another user. */
final class PasskeyAttacks {
    private static final String OWNER = "cardea-attack-a52@example.com";
    private static final String OTHER = "cardea-attack-a52-other@example.com";

    static final List<AttackCase> ALL = List.of(AttackCase.provider(
            "A52",
            "a passkey's response that is repeated, of another origin, or of another user",
            "no session",
            "Name the own origin alone in relyingParty, and keep the records of passkeys with their user handles.",
            PasskeyAttacks::answers));

    private PasskeyAttacks() {}

    private static void answers(Trial trial) throws IOException {
        var passkeys = SoftwarePasskeys.of(trial);
        try {
            var owner = TestVisitor.of(trial.site());
            var own = passkeys.signUp(owner, OWNER);
            owner.signOut();
            var other = TestVisitor.of(trial.site());
            var another = passkeys.signUp(other, OTHER);
            other.signOut();
            if (!passkeys.works(own)) throw Trial.notRun("a sign-in with a passkey did not succeed");
            repeated(trial, passkeys, own);
            ofAnotherOrigin(trial, passkeys, own);
            ofAnotherUser(trial, passkeys, own, another);
        } finally {
            passkeys.pages().deleteUser(OWNER);
            passkeys.pages().deleteUser(OTHER);
        }
    }

    private static void repeated(Trial trial, SoftwarePasskeys passkeys, String own) throws IOException {
        var visitor = TestVisitor.of(trial.site());
        var credential =
                passkeys.answer(passkeys.begin(visitor), own, trial.site().origin());
        Map<String, String> before = new LinkedHashMap<>(visitor.jar());
        passkeys.post(visitor, "authenticate", credential);
        if (visitor.isSignedIn()) visitor.signOut();
        visitor.jar().clear();
        visitor.jar().putAll(before);
        sent(trial, passkeys, visitor, credential, "for an answer that was sent before");
        var thief = TestVisitor.of(trial.site());
        sent(trial, passkeys, thief, credential, "for an answer in a browser that did not ask for it");
        var asking = TestVisitor.of(trial.site());
        passkeys.begin(asking);
        sent(trial, passkeys, asking, credential, "for the answer to another challenge");
    }

    /** The software authenticator answers pages of the same host alone; another port is another origin. */
    private static void ofAnotherOrigin(Trial trial, SoftwarePasskeys passkeys, String own) throws IOException {
        var host = WebUrl.parse(trial.site().origin()).map(WebUrl::host).orElse("");
        for (var origin : List.of("http://" + host + ":9", "https://" + host + ":9")) {
            var visitor = TestVisitor.of(trial.site());
            var credential = passkeys.answer(passkeys.begin(visitor), own, origin);
            sent(trial, passkeys, visitor, credential, "for an answer that a page of " + origin + " got");
        }
    }

    private static void ofAnotherUser(Trial trial, SoftwarePasskeys passkeys, String own, String another)
            throws IOException {
        var origin = trial.site().origin();
        var named = TestVisitor.of(trial.site());
        var asked = passkeys.begin(named, OTHER);
        sent(trial, passkeys, named, passkeys.answer(asked, own, origin), "for the passkey of another user");
        var handle = TestVisitor.of(trial.site());
        var changed = withHandleOf(
                passkeys.answer(passkeys.begin(handle), own, origin),
                passkeys.answer(passkeys.begin(TestVisitor.of(trial.site())), another, origin));
        sent(trial, passkeys, handle, changed, "for the handle of another user");
        var signed = TestVisitor.of(trial.site());
        var foreign = passkeys.answer(passkeys.begin(signed), own, origin)
                .with("id", another)
                .with("rawId", another);
        sent(trial, passkeys, signed, foreign, "for the signature of another passkey");
    }

    private static Claims withHandleOf(Claims credential, Claims other) {
        var response = credential.get(Claim.object("response")).orElse(Claims.NONE);
        var handle = other.get(Claim.object("response")).map(it -> it.text("userHandle"));
        return credential.with(
                "response", response.with("userHandle", handle.orElse("")).asMap());
    }

    private static void sent(Trial trial, SoftwarePasskeys passkeys, TestVisitor visitor, Claims credential, String how)
            throws IOException {
        var answer = passkeys.post(visitor, "authenticate", credential);
        if (!visitor.isSignedIn()) return;
        trial.found(answer, "a session " + how);
        visitor.signOut();
    }
}
