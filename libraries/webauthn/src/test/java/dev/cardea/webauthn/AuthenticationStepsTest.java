package dev.cardea.webauthn;

import static dev.cardea.webauthn.PasskeySite.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.PasskeySignIns;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.observe.Step;
import dev.cardea.provider.Requirement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Web Authentication Level 3 §7.2: a valid sign-in with one change fails at the step that checks it. */
class AuthenticationStepsTest {
    private final PasskeySite site = PasskeySite.open();
    private final SoftAuthenticator ada = site.signUp(site.browser(), "ada@example.com");

    record SpoiledStep(int step, String how, Consumer<Answer.AuthenticationAnswer> change) {
        @Override
        public String toString() {
            return "step " + step + ": " + how;
        }
    }

    private static SpoiledStep at(int step, String how, Consumer<Answer.AuthenticationAnswer> change) {
        return new SpoiledStep(step, how, change);
    }

    static Stream<SpoiledStep> spoiled() {
        return Stream.of(
                at(3, "no signature", it -> it.response.put("signature", 1)),
                at(3, "of another type", it -> it.jsonType = "password"),
                at(3, "with two ids", it -> it.rawId = "AAAA"),
                at(6, "another user's handle", it -> it.userHandle = Answer.base64Url(new byte[64])),
                at(6, "no handle, for a challenge without a user", it -> it.userHandle = null),
                at(6, "an empty handle, for a challenge without a user", it -> it.userHandle = ""),
                at(7, "no data", it -> it.response.put("authenticatorData", 1)),
                at(7, "truncated data", it -> it.data = new byte[36]),
                at(7, "bytes no flag announces", it -> it.tail = new byte[1]),
                at(7, "extensions no flag announces", it -> it.tail = CborWriter.write(Map.of("x", 1))),
                at(7, "announced extensions that are broken", it -> {
                    it.flags |= Answer.ED;
                    it.tail = new byte[] {(byte) 0xa1, 0x61};
                }),
                at(8, "no client data", it -> it.response.put("clientDataJSON", 1)),
                at(8, "client data that is not UTF-8", it -> it.clientDataBytes = new byte[] {'{', (byte) 0xff, '}'}),
                at(8, "client data that is not JSON", it -> it.clientDataBytes = utf8("get")),
                at(10, "a registration's client data", it -> it.clientData.put("type", "webauthn.create")),
                at(11, "another challenge", it -> it.clientData.put("challenge", Answer.base64Url(new byte[32]))),
                at(11, "an empty challenge", it -> it.clientData.put("challenge", "")),
                at(11, "a padded challenge", it -> it.clientData.compute("challenge", (k, v) -> v + "=")),
                at(12, "another host", it -> it.clientData.put("origin", "https://evil.example")),
                at(12, "a subdomain", it -> it.clientData.put("origin", "https://sub.app.example")),
                at(12, "without TLS", it -> it.clientData.put("origin", "http://app.example")),
                at(12, "another port", it -> it.clientData.put("origin", APP + ":8443")),
                at(12, "a trailing slash", it -> it.clientData.put("origin", APP + "/")),
                at(13, "a foreign frame", it -> it.clientData.put("crossOrigin", true)),
                at(14, "the page around a frame", it -> it.clientData.put("topOrigin", "https://evil.example")),
                at(15, "another site's passkey", it -> it.rpId = "evil.example"),
                at(16, "no user present", it -> it.flags &= ~Answer.UP),
                at(17, "no user verified", it -> it.flags &= ~Answer.UV),
                at(18, "backed up, and cannot be", it -> it.flags &= ~Answer.BE),
                at(19, "it cannot be backed up any more", it -> it.flags &= ~(Answer.BE | Answer.BS)),
                at(
                        21,
                        "signed by another key",
                        it -> it.signature = SoftKey.of(SoftKey.Kind.ES256).sign(it.signed())),
                at(21, "signed for other data", it -> it.signature = it.key.sign(new byte[69])),
                at(21, "a signature of zeros", it -> it.signature = new byte[] {0x30, 6, 2, 1, 0, 2, 1, 0}),
                at(21, "a signature that is not DER", it -> it.signature = new byte[64]),
                at(21, "an empty signature", it -> it.signature = new byte[0]),
                at(21, "a truncated signature", it -> {
                    byte[] whole = it.key.sign(it.signed());
                    it.signature = Arrays.copyOf(whole, whole.length - 1);
                }));
    }

    @ParameterizedTest
    @MethodSource("spoiled")
    void a_spoiled_answer_fails_at_its_step(SpoiledStep spoiled) {
        var used = ada.get(site.options(site.browser, ""));
        spoiled.change.accept(used);
        refused(used, "sign-in, step " + spoiled.step + ":");
    }

    private void refused(Answer.AuthenticationAnswer used, String why) {
        assertThat(site.send(site.browser, "authenticate", used.json()))
                .isEqualTo(APP + "/auth/error?error=WebAuthnVerificationError");
        assertThat(site.lastError()).contains(why);
        assertThat(site.isSignedIn(site.browser)).isFalse();
    }

    @Test
    void step_5_a_passkey_that_was_not_offered_is_rejected() {
        var eve = site.signUp(site.browser(), "eve@example.com");
        var options = site.options(site.browser, "?action=authenticate&email=ada@example.com");
        assertThat(options.toJson()).contains(Answer.base64Url(ada.id)).doesNotContain(Answer.base64Url(eve.id));
        refused(eve.get(options), "step 6: the passkey is not of the user");
    }

    @Test
    void step_11_a_challenge_is_single_use() {
        var answer = ada.get(site.options(site.browser, "")).json();
        var captured = site.browser.cookies(APP + "/auth/");
        assertThat(site.send(site.browser, "authenticate", answer)).isEqualTo(APP + "/in");
        var thief = site.browser();
        captured.forEach((name, value) -> thief.setCookie(APP + "/auth/", name + "=" + value + "; Path=/; Secure"));
        assertThat(site.send(thief, "authenticate", answer)).contains("WebAuthnVerificationError");
        assertThat(site.lastError()).contains("step 11: the challenge was already used");
        assertThat(site.isSignedIn(thief)).isFalse();
    }

    @Test
    void step_11_of_two_concurrent_responses_one_signs_in() {
        var answer = ada.get(site.options(site.browser, "")).json();
        var captured = site.browser.cookies(APP + "/auth/");
        var tries = Stream.generate(() -> {
                    var browser = site.browser();
                    captured.forEach((name, value) ->
                            browser.setCookie(APP + "/auth/", name + "=" + value + "; Path=/; Secure"));
                    return CompletableFuture.supplyAsync(() -> site.send(browser, "authenticate", answer));
                })
                .limit(8)
                .toList();
        assertThat(tries.stream().map(CompletableFuture::join).filter((APP + "/in")::equals))
                .hasSize(1);
    }

    @Test
    void step_11_a_challenge_belongs_to_one_browser_and_lasts_a_quarter_of_an_hour() {
        var answer = ada.get(site.options(site.browser, "")).json();
        assertThat(site.send(site.browser(), "authenticate", answer)).contains("error=");
        site.clock.advance(Duration.ofMinutes(15).plusSeconds(1));
        assertThat(site.send(site.browser, "authenticate", answer)).contains("error=");
    }

    @Test
    void step_11_a_challenge_for_a_registration_signs_no_user_in() {
        var options = site.options(site.browser, "?action=register&email=new@example.com");
        var used = new Answer.AuthenticationAnswer(
                ada.key, ada.id, String.valueOf(options.text("challenge")), APP, "app.example");
        used.userHandle = ada.userHandle;
        assertThat(site.send(site.browser, "authenticate", used.json())).contains("error=");
        assertThat(site.lastError()).contains("the challenge is for a registration");
        assertThat(site.isSignedIn(site.browser)).isFalse();
    }

    @Test
    void step_19_a_passkey_of_one_device_does_not_become_one_that_is_synced() {
        var single = new SoftAuthenticator(SoftKey.Kind.ES256, APP);
        var browser = site.browser();
        var made = single.create(site.options(browser, "?action=register&email=eve@example.com"));
        made.flags &= ~(Answer.BE | Answer.BS);
        assertThat(site.send(browser, "register", made.json())).isEqualTo(APP + "/in");
        var used = single.get(site.options(site.browser, ""));
        used.flags |= Answer.BE;
        refused(used, "sign-in, step 19:");
        var same = single.get(site.options(site.browser, ""));
        same.flags &= ~(Answer.BE | Answer.BS);
        assertThat(site.send(site.browser, "authenticate", same.json())).isEqualTo(APP + "/in");
    }

    @Test
    void a_step_that_fails_is_reported_to_observers_with_its_ceremony_and_number() {
        List<Step.PasskeyRule> rules = new ArrayList<>();
        var seen = PasskeySite.with(
                Passkey.provider(),
                c -> c.observer((at, step) -> {
                    if (step instanceof Step.PasskeyRule rule) rules.add(rule);
                }));
        var key = seen.signUp(seen.browser(), "ada@example.com");
        assertThat(rules).isEmpty();
        var elsewhere = key.get(seen.options(seen.browser, ""));
        elsewhere.rpId = "evil.example";
        seen.send(seen.browser, "authenticate", elsewhere.json());
        var broken = key.get(seen.options(seen.browser, ""));
        broken.signature = new byte[64];
        seen.send(seen.browser, "authenticate", broken.json());
        var unreadable = key.get(seen.options(seen.browser, ""));
        unreadable.clientDataBytes = "no JSON".getBytes(StandardCharsets.UTF_8);
        seen.send(seen.browser, "authenticate", unreadable.json());
        var absent = new SoftAuthenticator(SoftKey.Kind.ES256, APP)
                .create(seen.options(seen.browser, "?action=register&email=b@example.com"));
        absent.flags &= ~Answer.UP;
        seen.send(seen.browser, "register", absent.json());

        assertThat(rules)
                .extracting(rule -> rule.ceremony() + " " + rule.number())
                .containsExactly("AUTHENTICATION 15", "AUTHENTICATION 21", "AUTHENTICATION 8", "REGISTRATION 15");
        assertThat(rules).extracting(rule -> rule.provider().label()).containsOnly("passkey");
    }

    @Test
    void step_17_preferred_user_verification_may_be_missing() {
        var loose = PasskeySite.with(Passkey.provider().userVerification(Requirement.PREFERRED));
        var key = loose.signUp(loose.browser(), "ada@example.com");
        var used = key.get(loose.options(loose.browser, ""));
        used.flags &= ~Answer.UV;
        assertThat(loose.send(loose.browser, "authenticate", used.json())).isEqualTo(APP + "/in");
    }

    @Test
    void step_22_a_counter_rises_and_is_stored() {
        assertThat(signInCounting(5)).isEqualTo(APP + "/in");
        assertThat(signInCounting(6)).isEqualTo(APP + "/in");
        assertThat(counter()).isEqualTo(6);
        assertThat(signInCounting(6)).contains("WebAuthnVerificationError");
        assertThat(site.lastError()).contains("step 22");
        assertThat(signInCounting(3)).contains("WebAuthnVerificationError");
        assertThat(signInCounting(0)).contains("WebAuthnVerificationError");
        assertThat(counter()).isEqualTo(6);
    }

    @Test
    void step_22_an_authenticator_without_a_counter_is_accepted() {
        assertThat(signInCounting(0)).isEqualTo(APP + "/in");
        assertThat(signInCounting(0)).isEqualTo(APP + "/in");
    }

    @Test
    void step_22_the_highest_counter_is_four_unsigned_bytes() {
        assertThat(signInCounting(0xffff_ffffL)).isEqualTo(APP + "/in");
        assertThat(counter()).isEqualTo(4_294_967_295L);
    }

    @Test
    void step_24_the_backup_state_is_stored() {
        var used = ada.get(site.options(site.browser, ""));
        used.flags &= ~Answer.BS;
        site.clock.advance(Duration.ofMinutes(3));
        assertThat(site.send(site.browser, "authenticate", used.json())).isEqualTo(APP + "/in");
        assertThat(site.adapter.getAuthenticator(rowId()).orElseThrow().credentialBackedUp())
                .isFalse();
        assertThat(site.adapter.getPasskey(rowId()).orElseThrow().lastUsedAt()).isEqualTo(site.clock.instant());
    }

    @Test
    void step_24_a_store_that_reads_the_parts_of_a_passkey_one_by_one_records_its_use_as_well() {
        var memory = new InMemoryAdapter();
        var store = AdapterProbe.without(PasskeySignIns.class, memory).adapter();
        var plain = PasskeySite.on(memory, store, Passkey.provider());
        var key = plain.signUp(plain.browser(), "ada@example.com");
        var used = key.get(plain.options(plain.browser, ""));
        used.signCount = 9;
        used.flags &= ~Answer.BS;
        plain.clock.advance(Duration.ofMinutes(3));
        assertThat(plain.send(plain.browser, "authenticate", used.json())).isEqualTo(APP + "/in");
        var row = Base64.getEncoder().encodeToString(key.id);
        assertThat(memory.getAuthenticator(row).orElseThrow().counter()).isEqualTo(9);
        assertThat(memory.getAuthenticator(row).orElseThrow().credentialBackedUp())
                .isFalse();
        assertThat(memory.getPasskey(row).orElseThrow().lastUsedAt()).isEqualTo(plain.clock.instant());
    }

    @Test
    void step_24_of_two_concurrent_counters_the_higher_one_stays() {
        for (long i = 10; i < 40; i += 2) {
            long low = i;
            var first = CompletableFuture.supplyAsync(() -> signInCounting(low));
            var second = CompletableFuture.supplyAsync(() -> signInCounting(low + 1));
            first.join();
            assertThat(second.join()).isEqualTo(APP + "/in");
            assertThat(counter()).isEqualTo(low + 1);
        }
    }

    private String signInCounting(long count) {
        var browser = site.browser();
        var used = ada.get(site.options(browser, ""));
        used.signCount = count;
        return site.send(browser, "authenticate", used.json());
    }

    private long counter() {
        return site.adapter.getAuthenticator(rowId()).orElseThrow().counter();
    }

    private String rowId() {
        return Base64.getEncoder().encodeToString(ada.id);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
