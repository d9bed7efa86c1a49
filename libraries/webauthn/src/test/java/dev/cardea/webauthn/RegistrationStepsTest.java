package dev.cardea.webauthn;

import static dev.cardea.webauthn.PasskeySite.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.provider.RelyingParty;
import dev.cardea.provider.Requirement;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.webauthn.spi.Attestation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Web Authentication Level 3 §7.1: a valid registration with one change fails at the step that checks it. */
class RegistrationStepsTest {
    private final PasskeySite site = PasskeySite.open();

    record SpoiledStep(String step, String how, Consumer<Answer.RegistrationAnswer> change) {
        @Override
        public String toString() {
            return "step " + step + ": " + how;
        }
    }

    private static SpoiledStep at(int step, String how, Consumer<Answer.RegistrationAnswer> change) {
        return new SpoiledStep(String.valueOf(step), how, change);
    }

    static Stream<SpoiledStep> spoiled() {
        return Stream.of(
                at(
                        3,
                        "an assertion instead",
                        it -> it.response.putAll(Map.of("signature", "AA", "attestationObject", 1))),
                at(3, "of another type", it -> it.jsonType = "password"),
                at(3, "with two ids", it -> it.rawId = "AAAA"),
                at(5, "client data that is missing", it -> it.response.put("clientDataJSON", 1)),
                at(5, "client data that is not UTF-8", it -> it.clientDataBytes = new byte[] {'{', (byte) 0xff, '}'}),
                at(5, "client data in padded base64", it -> it.response.put("clientDataJSON", "e30=")),
                at(5, "client data that is not JSON", it -> it.clientDataBytes = utf8("create")),
                at(5, "client data that is a list", it -> it.clientDataBytes = utf8("[]")),
                at(7, "a sign-in's client data", it -> it.clientData.put("type", "webauthn.get")),
                at(7, "client data of no type", it -> it.clientData.remove("type")),
                at(8, "another challenge", it -> it.clientData.put("challenge", Answer.base64Url(new byte[32]))),
                at(8, "an empty challenge", it -> it.clientData.put("challenge", "")),
                at(8, "a padded challenge", it -> it.clientData.compute("challenge", (k, v) -> v + "=")),
                at(8, "no challenge", it -> it.clientData.remove("challenge")),
                at(9, "another host", it -> it.clientData.put("origin", "https://evil.example")),
                at(9, "a subdomain", it -> it.clientData.put("origin", "https://sub.app.example")),
                at(9, "without TLS", it -> it.clientData.put("origin", "http://app.example")),
                at(9, "another port", it -> it.clientData.put("origin", APP + ":8443")),
                at(9, "a trailing slash", it -> it.clientData.put("origin", APP + "/")),
                at(9, "upper case", it -> it.clientData.put("origin", "https://APP.example")),
                at(9, "an opaque origin", it -> it.clientData.put("origin", "null")),
                at(9, "an app that is not configured", it -> it.clientData.put("origin", "android:apk-key-hash:abc")),
                at(9, "no origin", it -> it.clientData.remove("origin")),
                at(10, "a foreign frame", it -> it.clientData.put("crossOrigin", true)),
                at(11, "the page around a frame", it -> it.clientData.put("topOrigin", "https://evil.example")),
                at(13, "no object", it -> it.object = new byte[0]),
                at(13, "a truncated object", it -> it.object = firstHalf(it.object())),
                at(13, "something behind the object", it -> it.object = Answer.concat(it.object(), new byte[1])),
                at(13, "an indefinite length", it -> it.object = indefinite(it.object())),
                at(13, "nested too deep", it -> it.statement = nested(40)),
                at(13, "a key twice", it -> it.object = twice(it.object())),
                at(13, "no statement", it -> it.statement = "none"),
                at(13, "a format that is not a text", it -> it.format = 1),
                at(13, "no credential", it -> it.flags &= ~Answer.AT),
                at(13, "a truncated credential", it -> it.coseKey = new byte[3]),
                at(13, "bytes no flag announces", it -> it.tail = new byte[1]),
                at(13, "another id than the answer's", it -> it.attestedIdOverride = SoftAuthenticator.random(32)),
                at(13, "no attestation, and a statement", it -> it.statement = Map.of("x", 1)),
                at(13, "a key field twice", it -> it.coseKey = twice(it.coseKey)),
                at(14, "another site's passkey", it -> it.rpId = "evil.example"),
                at(15, "no user present", it -> it.flags &= ~Answer.UP),
                at(16, "no user verified", it -> it.flags &= ~Answer.UV),
                at(17, "backed up, and cannot be", it -> it.flags &= ~Answer.BE),
                at(
                        20,
                        "an algorithm not offered",
                        it -> it.coseKey =
                                CborWriter.write(SoftKey.of(SoftKey.Kind.ES384).cose())),
                at(
                        20,
                        "RSA with SHA-1",
                        it -> it.coseKey =
                                CborWriter.write(SoftKey.of(SoftKey.Kind.RS1).cose())),
                at(
                        20,
                        "a short RSA key",
                        it -> it.coseKey = CborWriter.write(
                                SoftKey.of(SoftKey.Kind.SHORT_RS256).cose())),
                at(20, "an unknown algorithm", it -> it.coseKey = changed(it, 3, -9999)),
                at(20, "an elliptic curve for RSA", it -> it.coseKey = changed(it, 3, -257)),
                at(20, "another curve than the algorithm's", it -> it.coseKey = otherCurve()),
                at(21, "an unknown format", it -> it.format = "carrier-pigeon"),
                at(21, "another format than the statement", it -> {
                    it.selfAttested();
                    it.format = "tpm";
                }),
                at(21, "a spoiled self attestation", it -> {
                    it.selfAttested();
                    it.flags &= ~(Answer.BE | Answer.BS);
                }),
                at(25, "an id of 1024 bytes", it -> it.id = SoftAuthenticator.random(1024)));
    }

    @ParameterizedTest
    @MethodSource("spoiled")
    void a_spoiled_answer_fails_at_its_step(SpoiledStep spoiled) {
        var authenticator = new SoftAuthenticator(SoftKey.Kind.ES256, APP);
        var made = authenticator.create(site.options(site.browser, "?action=register&email=ada@example.com"));
        spoiled.change.accept(made);
        assertRefused(made.json(), "step " + spoiled.step + ":");
    }

    private void assertRefused(Claims answer, String step) {
        var where = site.send(site.browser, "register", answer);
        assertThat(where).isEqualTo(APP + "/auth/error?error=WebAuthnVerificationError");
        assertThat(site.lastError()).contains("registration, " + step);
        assertThat(site.isSignedIn(site.browser)).isFalse();
        assertThat(site.adapter.getUserByEmail("ada@example.com")).isEmpty();
    }

    @Test
    void without_the_key_field_for_the_algorithm_it_fails_at_step_20_or_before() {
        var made = made();
        var fields = made.key.cose();
        fields.remove(3);
        made.coseKey = CborWriter.write(fields);
        assertRefused(made.json(), "step");
    }

    @ParameterizedTest
    @EnumSource(
            value = SoftKey.Kind.class,
            names = {"ES256", "RS256", "ED25519"})
    void every_offered_algorithm_is_accepted(SoftKey.Kind kind) {
        var authenticator = new SoftAuthenticator(kind, APP);
        var made = authenticator.create(site.options(site.browser, "?action=register&email=ada@example.com"));
        assertThat(site.send(site.browser, "register", made.json())).isEqualTo(APP + "/in");
        var again = site.browser();
        assertThat(site.send(
                        again,
                        "authenticate",
                        authenticator.get(site.options(again, "")).json()))
                .isEqualTo(APP + "/in");
    }

    @Test
    void algorithms_are_configured() {
        var other = PasskeySite.with(Passkey.provider().algorithms(-35, -36));
        for (var kind : List.of(SoftKey.Kind.ES384, SoftKey.Kind.ES512)) {
            var authenticator = new SoftAuthenticator(kind, APP);
            var browser = other.browser();
            var made = authenticator.create(other.options(browser, "?action=register&email=" + kind + "@example.com"));
            assertThat(other.send(browser, "register", made.json())).isEqualTo(APP + "/in");
        }
    }

    @Test
    void a_byte_order_mark_and_unknown_members_are_ignored() {
        var made = made();
        made.clientData.put("new", Map.of("member", List.of(1)));
        made.clientDataBytes = Answer.concat(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf}, made.clientDataJson());
        assertThat(site.send(site.browser, "register", made.json())).isEqualTo(APP + "/in");
    }

    @Test
    void unrequested_extension_outputs_are_ignored() {
        var made = made();
        made.flags |= Answer.ED;
        made.tail = CborWriter.write(Map.of("credProtect", 2));
        assertThat(site.send(site.browser, "register", made.json())).isEqualTo(APP + "/in");
    }

    @Test
    void step_4_and_28_announced_extension_outputs_that_are_broken_fail() {
        var made = made();
        made.flags |= Answer.ED;
        made.tail = new byte[] {(byte) 0xa1, 0x61};
        assertRefused(made.json(), "step 13:");
    }

    @Test
    void step_5_a_million_bytes_are_rejected() {
        var made = made();
        made.clientData.put("extra", "x".repeat(1_000_000));
        var answer = site.post(site.browser, "register", made.json().toJson());
        assertThat(answer.status()).isGreaterThanOrEqualTo(400);
        assertThat(site.adapter.getUserByEmail("ada@example.com")).isEmpty();
    }

    @Test
    void step_8_a_challenge_is_single_use() {
        var answer = made().json();
        assertThat(site.browser.cookies(APP + "/auth/").keySet()).anyMatch(name -> name.contains("challenge"));
        var captured = site.browser.cookies(APP + "/auth/");
        assertThat(site.send(site.browser, "register", answer)).isEqualTo(APP + "/in");
        var thief = site.browser();
        captured.forEach((name, value) -> thief.setCookie(APP + "/auth/", name + "=" + value + "; Path=/; Secure"));
        assertThat(site.send(thief, "register", answer)).contains("WebAuthnVerificationError");
        assertThat(site.lastError()).contains("step 8: the challenge was already used");
        assertThat(site.isSignedIn(thief)).isFalse();
    }

    @Test
    void step_8_a_challenge_belongs_to_one_browser_and_lasts_a_quarter_of_an_hour() {
        var answer = made().json();
        assertThat(site.send(site.browser(), "register", answer)).contains("error=");
        site.clock.advance(Duration.ofMinutes(15).plusSeconds(1));
        assertThat(site.send(site.browser, "register", answer)).contains("error=");
        assertThat(site.adapter.getUserByEmail("ada@example.com")).isEmpty();
    }

    @Test
    void step_8_a_challenge_for_a_sign_in_registers_no_passkey() {
        var used = site.options(site.browser, "");
        var made = new Answer.RegistrationAnswer(
                SoftKey.of(SoftKey.Kind.ES256),
                SoftAuthenticator.random(32),
                String.valueOf(used.text("challenge")),
                APP,
                "app.example");
        assertThat(site.send(site.browser, "register", made.json())).contains("error=Configuration");
        assertThat(site.lastError()).contains("the challenge is for a sign-in");
    }

    @Test
    void steps_9_to_11_configured_origins_apps_and_frames_are_accepted() {
        var framed = PasskeySite.with(Passkey.provider()
                .relyingParty((party, request) ->
                        party.origins(APP, "android:apk-key-hash:abc").topOrigins("https://shop.example")));
        var made = made(framed);
        made.clientData.put("origin", "android:apk-key-hash:abc");
        made.clientData.put("crossOrigin", true);
        made.clientData.put("topOrigin", "https://shop.example");
        assertThat(framed.send(framed.browser, "register", made.json())).isEqualTo(APP + "/in");

        var elsewhere = made(framed, "bob@example.com");
        elsewhere.clientData.put("crossOrigin", true);
        elsewhere.clientData.put("topOrigin", "https://evil.example");
        assertThat(framed.send(framed.browser(), "register", elsewhere.json())).contains("error=");
    }

    @Test
    void the_name_of_the_site_is_that_of_the_relying_party_unless_it_has_its_own() {
        assertThat(partyName(Passkey.provider())).isEqualTo("Acme");
        assertThat(partyName(Passkey.provider().relyingParty((party, request) -> party.name("Shop"))))
                .isEqualTo("Shop");
    }

    private static @Nullable String partyName(WebAuthnProvider provider) {
        var named = PasskeySite.with(provider, config -> config.siteName("Acme"));
        return named.options(named.browser, "?action=register&email=ada%40example.com")
                .get(Claim.object("rp"))
                .orElseThrow()
                .text("name");
    }

    @Test
    void step_14_a_parent_domain_of_the_site_can_be_configured() {
        var shared = PasskeySite.with(Passkey.provider().rpId("example"));
        var made = made(shared);
        assertThat(made.rpId).isEqualTo("example");
        assertThat(shared.send(shared.browser, "register", made.json())).isEqualTo(APP + "/in");
    }

    @Test
    void step_16_preferred_user_verification_may_be_missing() {
        var loose = PasskeySite.with(Passkey.provider().userVerification(Requirement.PREFERRED));
        var made = made(loose);
        made.flags &= ~Answer.UV;
        assertThat(loose.send(loose.browser, "register", made.json())).isEqualTo(APP + "/in");
    }

    @Test
    void steps_18_19_23_and_24_a_policy_rejects_unwanted_passkeys() {
        var strict = PasskeySite.with(Passkey.provider().accepts(passkey -> !passkey.backupEligible()));
        var synced = made(strict);
        assertThat(strict.send(strict.browser, "register", synced.json())).contains("WebAuthnVerificationError");
        assertThat(strict.lastError()).contains("step 24");
        var device = made(strict);
        device.flags &= ~(Answer.BE | Answer.BS);
        assertThat(strict.send(strict.browser, "register", device.json())).isEqualTo(APP + "/in");
    }

    @Test
    void step_24_if_a_maker_must_attest_none_and_self_attestation_are_rejected() {
        var strict = PasskeySite.with(Passkey.provider()
                .attestation("direct")
                .accepts(passkey -> passkey.attestation().type() == Attestation.Type.CERTIFIED));
        assertThat(strict.send(strict.browser, "register", made(strict).json())).contains("error=");
        assertThat(strict.lastError()).contains("step 24");
        var self = made(strict);
        self.selfAttested();
        assertThat(strict.send(strict.browser, "register", self.json())).contains("error=");
        assertThat(strict.lastError()).contains("step 24");
    }

    @Test
    void step_21_self_attestation_is_accepted() {
        var made = made();
        made.selfAttested();
        assertThat(site.send(site.browser, "register", made.json())).isEqualTo(APP + "/in");
    }

    @Test
    void step_25_an_id_of_1023_bytes_is_accepted() {
        var authenticator = new SoftAuthenticator(SoftKey.Kind.ES256, APP);
        authenticator.id = SoftAuthenticator.random(1023);
        var made = authenticator.create(site.options(site.browser, "?action=register&email=ada@example.com"));
        assertThat(site.send(site.browser, "register", made.json())).isEqualTo(APP + "/in");
    }

    @Test
    void step_26_an_existing_id_is_rejected_and_keeps_its_owner() {
        var victim = site.signUp(site.browser, "victim@example.com");
        var before = site.adapter.getAuthenticator(base64(victim.id)).orElseThrow();
        var thief = new SoftAuthenticator(SoftKey.Kind.ES256, APP);
        thief.id = victim.id;
        var browser = site.browser();
        var made = thief.create(site.options(browser, "?action=register&email=ada@example.com"));
        assertThat(site.send(browser, "register", made.json())).contains("WebAuthnVerificationError");
        assertThat(site.lastError()).contains("step 26");
        assertThat(site.adapter.getAuthenticator(base64(victim.id))).contains(before);
        assertThat(site.adapter.getUserByEmail("ada@example.com")).isEmpty();
    }

    @Test
    void step_27_the_record_contains_the_reported_data() {
        var made = made();
        made.signCount = 7;
        site.send(site.browser, "register", made.json());
        var row = site.adapter.getAuthenticator(base64(made.id)).orElseThrow();
        assertThat(row.counter()).isEqualTo(7);
        assertThat(row.credentialPublicKey()).isEqualTo(base64(made.coseKey));
        assertThat(row.credentialDeviceType()).isEqualTo("multiDevice");
        assertThat(row.credentialBackedUp()).isTrue();
        assertThat(row.transports()).isEqualTo("internal,hybrid");
        assertThat(row.providerAccountId()).isEqualTo(row.credentialID());
        var record = site.adapter.getPasskey(row.credentialID()).orElseThrow();
        assertThat(record.createdAt()).isEqualTo(site.clock.instant());
        assertThat(record.userHandle()).hasSize(64);
    }

    @Test
    void step_27_malformed_transports_are_not_recorded_and_repeated_ones_once() {
        var made = made();
        made.response.put("transports", List.of("usb", "not one word", "x".repeat(33), "usb", "NFC", "nfc"));
        site.send(site.browser, "register", made.json());
        assertThat(site.adapter.getAuthenticator(base64(made.id)).orElseThrow().transports())
                .isEqualTo("usb,nfc");
    }

    @Test
    void the_relying_party_is_the_site() {
        assertThat(RelyingParty.of("https://app.example:8443"))
                .isEqualTo(new RelyingParty(
                        "app.example", "app.example:8443", List.of("https://app.example:8443"), List.of()));
    }

    private Answer.RegistrationAnswer made() {
        return made(site);
    }

    private static Answer.RegistrationAnswer made(PasskeySite site) {
        return made(site, "ada@example.com");
    }

    private static Answer.RegistrationAnswer made(PasskeySite site, String email) {
        return new SoftAuthenticator(SoftKey.Kind.ES256, APP)
                .create(site.options(site.browser, "?action=register&email=" + email));
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] firstHalf(byte[] bytes) {
        return Arrays.copyOf(bytes, bytes.length / 2);
    }

    /** Returns the outermost map with an indefinite length. */
    private static byte[] indefinite(byte[] map) {
        byte[] open = Answer.concat(map, new byte[] {(byte) 0xff});
        open[0] = (byte) 0xbf;
        return open;
    }

    /** Returns the outermost map with its first entry repeated. */
    private static byte[] twice(byte[] map) {
        var first = map[1] == 0x63 ? HexFormat.of().parseHex("63666d74646e6f6e65") : new byte[] {1, 2};
        byte[] more = Answer.concat(map, first);
        more[0]++;
        return more;
    }

    private static Map<String, Object> nested(int depth) {
        Map<String, Object> inner = Map.of();
        for (int i = 0; i < depth; i++) inner = Map.of("x", inner);
        return inner;
    }

    private static byte[] changed(Answer.RegistrationAnswer made, Object field, Object value) {
        var fields = new LinkedHashMap<>(made.key.cose());
        fields.put(field, value);
        return CborWriter.write(fields);
    }

    private static byte[] otherCurve() {
        var fields = new LinkedHashMap<>(SoftKey.of(SoftKey.Kind.ES384).cose());
        fields.put(3, -7);
        return CborWriter.write(fields);
    }
}
