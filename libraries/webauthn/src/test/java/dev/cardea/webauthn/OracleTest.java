package dev.cardea.webauthn;

import static dev.cardea.webauthn.PasskeySite.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.json.Claims;
import dev.cardea.testing.Browser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Validates ceremonies with two libraries, Cardea and Yubico's. Every difference is listed, with its reason. */
@Tag("slow")
class OracleTest {
    private static final List<SoftKey.Kind> KINDS =
            List.of(SoftKey.Kind.ES256, SoftKey.Kind.ED25519, SoftKey.Kind.ES256, SoftKey.Kind.RS256);

    /** What Cardea rejects and Yubico's library accepts. The reverse does not occur. */
    private static final Map<String, String> STRICTER_REGISTRATIONS = Map.ofEntries(
            Map.entry("a foreign frame", "they do not check crossOrigin"),
            Map.entry("the page around a frame", "they do not check topOrigin"),
            Map.entry("a padded challenge", "they compare bytes, Cardea the text that browsers must write"),
            Map.entry("an indefinite length", "CTAP2 forbids it"),
            Map.entry("nested too deep", "nothing of an authenticator is"),
            Map.entry("something behind the object", "they stop reading"),
            Map.entry("a key twice", "of a repeated key they take one value"),
            Map.entry("no attestation, and a statement", "§8.7: the statement is empty"),
            Map.entry("another id than the answer's", "they use the inner one and ignore the outer one"),
            Map.entry("an unknown format", "they accept it as an untrusted one"),
            Map.entry("an elliptic curve for RSA", "the key cannot have made what its algorithm says"),
            Map.entry("another curve than the algorithm's", "§5.8.5 binds ES256 to P-256"),
            Map.entry("a short RSA key", "RS256 with 1024 bits is too weak"),
            Map.entry("an id of 1024 bytes", "step 25"));

    private static final Map<String, String> STRICTER_SIGN_INS = Map.of(
            "a foreign frame", "they do not check crossOrigin",
            "the page around a frame", "they do not check topOrigin",
            "a padded challenge", "they compare bytes, Cardea the text that browsers must write",
            "bytes no flag announces", "they stop reading",
            "extensions no flag announces", "they stop reading");

    private final PasskeySite site = PasskeySite.open();
    private final Oracle oracle = new Oracle();

    @Test
    void rejected_registrations_are_rejected_by_both_except_those_listed() {
        var stricter = new TreeSet<String>();
        RegistrationStepsTest.spoiled().forEach(spoiled -> {
            var said = registered(SoftKey.Kind.ES256, spoiled.change());
            assertThat(said.ours).as(spoiled.how()).isFalse();
            if (said.theirs) stricter.add(spoiled.how());
        });
        assertThat(stricter).isEqualTo(STRICTER_REGISTRATIONS.keySet());
    }

    @Test
    void rejected_sign_ins_are_rejected_by_both_except_those_listed() {
        var authenticator = new SoftAuthenticator(SoftKey.Kind.ES256, APP);
        assertThat(registered(authenticator, it -> {})).isEqualTo(new Verdicts(true, true));
        var stricter = new TreeSet<String>();
        AuthenticationStepsTest.spoiled().forEach(spoiled -> {
            var said = signedIn(authenticator, spoiled.change());
            assertThat(said.ours).as(spoiled.how()).isFalse();
            if (said.theirs) stricter.add(spoiled.how());
        });
        assertThat(stricter).isEqualTo(STRICTER_SIGN_INS.keySet());
    }

    @Test
    void both_agree_on_generated_ceremonies() {
        var random = new Random(20260501);
        var differences = new ArrayList<String>();
        int refused = 0;
        for (int i = 0; i < 80; i++) {
            var kind = KINDS.get(i % KINDS.size());
            var authenticator = new SoftAuthenticator(kind, APP);
            long seed = random.nextLong();
            var made = registered(authenticator, it -> shuffle(it, new Random(seed)));
            if (made.ours != made.theirs) differences.add("registration " + kind + " " + seed + " " + made);
            if (!made.ours) refused++;
            if (!made.ours || !made.theirs) continue;
            for (int k = 0; k < 3; k++) {
                long again = random.nextLong();
                var used = signedIn(authenticator, it -> shuffle(it, new Random(again)));
                if (used.ours != used.theirs) differences.add("sign-in " + kind + " " + again + " " + used);
                if (!used.ours) refused++;
            }
        }
        assertThat(differences).isEmpty();
        assertThat(refused).isGreaterThan(20);
    }

    /** Changes flags, counters and single bytes at random: most results are valid, some are not. */
    private static void shuffle(Answer it, Random random) {
        if (random.nextInt(4) == 0) it.flags ^= 1 << random.nextInt(5);
        it.signCount = random.nextInt(3) == 0 ? random.nextInt(1 << 20) : 0;
        if (random.nextInt(6) == 0) it.clientData.put("crossOrigin", false);
        if (random.nextInt(6) == 0) it.clientData.put("unknown" + random.nextInt(), random.nextInt());
        if (random.nextInt(12) == 0) it.clientData.put("origin", APP + random.nextInt(10));
        if (random.nextInt(12) == 0) it.rpId = "app.example" + random.nextInt(10);
        if (it instanceof Answer.AuthenticationAnswer used && random.nextInt(5) == 0) {
            byte[] signature = used.key.sign(used.signed());
            signature[random.nextInt(signature.length)] ^= (byte) (1 << random.nextInt(8));
            used.signature = signature;
        }
        if (it instanceof Answer.RegistrationAnswer made && random.nextInt(5) == 0) {
            if (random.nextBoolean()) made.selfAttested();
            if (random.nextInt(3) == 0) made.signCount++;
        }
    }

    private record Verdicts(boolean ours, boolean theirs) {}

    private Verdicts registered(SoftKey.Kind kind, Consumer<Answer.RegistrationAnswer> change) {
        return registered(new SoftAuthenticator(kind, APP), change);
    }

    private Verdicts registered(SoftAuthenticator authenticator, Consumer<Answer.RegistrationAnswer> change) {
        var browser = site.browser();
        var options = site.options(browser, "?action=register&email=u" + System.nanoTime() + "@example.com");
        var made = authenticator.create(options);
        change.accept(made);
        return judged(browser, "register", made.json(), answer -> oracle.registers(options, answer));
    }

    private Verdicts signedIn(SoftAuthenticator authenticator, Consumer<Answer.AuthenticationAnswer> change) {
        var browser = site.browser();
        var options = site.options(browser, "");
        var used = authenticator.get(options);
        change.accept(used);
        return judged(browser, "authenticate", used.json(), answer -> oracle.signsIn(options, answer));
    }

    private Verdicts judged(Browser browser, String action, Claims answer, Predicate<Claims> oracle) {
        boolean ours = site.send(browser, action, answer).equals(APP + "/in");
        return new Verdicts(ours, oracle.test(answer));
    }
}
