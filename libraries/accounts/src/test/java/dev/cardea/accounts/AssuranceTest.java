package dev.cardea.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.module.Proof;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What proofs are worth, and what each need asks of them. */
class AssuranceTest {
    private static final Instant NOW = Instant.parse("2026-11-01T10:00:00Z");
    private static final Duration TEN = Duration.ofMinutes(10);
    private static final Proof PASSWORD = Proof.of("credentials", "pwd");
    private static final Proof EMAIL = Proof.of("email", "email");
    private static final Proof TOTP = Proof.of("totp", "otp", "mfa");
    private static final Proof RECOVERY = Proof.of("recovery", "recovery", "mfa");
    private static final Proof KEY = Proof.of("webauthn", "swk");
    private static final Proof VERIFYING_KEY = Proof.of("webauthn", "swk", "user", "mfa");
    private static final Proof BROWSER = Proof.of("browser", "browser");

    @Test
    void password_and_email_together_are_no_second_factor_as_the_mailbox_resets_the_password() {
        assertThat(proven(PASSWORD, EMAIL).secondFactor()).isEmpty();
        assertThat(proven(Proof.of("oidc", "fed"), PASSWORD, BROWSER).secondFactor())
                .isEmpty();
    }

    @Test
    void a_code_of_an_app_and_a_recovery_code_are_second_factors_and_a_browser_is_none() {
        assertThat(proven(PASSWORD, TOTP).secondFactor()).contains(NOW);
        assertThat(proven(EMAIL, RECOVERY).secondFactor()).contains(NOW);
        assertThat(proven(PASSWORD, BROWSER).secondFactor()).isEmpty();
        assertThat(proven(PASSWORD, TOTP).phishingResistant()).isEmpty();
    }

    @Test
    void a_passkey_that_verifies_its_user_is_both_factors_and_another_is_the_second_after_another_proof() {
        assertThat(proven(VERIFYING_KEY).secondFactor()).contains(NOW);
        assertThat(proven(VERIFYING_KEY).phishingResistant()).contains(NOW);
        assertThat(proven(KEY).secondFactor()).isEmpty();
        assertThat(proven(KEY, KEY).secondFactor()).isEmpty();
        assertThat(proven(PASSWORD, KEY).secondFactor()).contains(NOW);
        assertThat(proven(PASSWORD, KEY).phishingResistant()).isEmpty();
    }

    @Test
    void a_proof_is_as_old_as_the_provider_says_and_never_from_the_future() {
        var old = new Proof("oidc", List.of("fed"), NOW.minusSeconds(700));
        var future = new Proof("oidc", List.of("fed"), NOW.plusSeconds(700));

        assertThat(proven(old).authTime()).contains(NOW.minusSeconds(700));
        assertThat(proven(old, PASSWORD).authTime()).contains(NOW);
        assertThat(proven(future).authTime()).contains(NOW);
    }

    @Test
    void what_is_stored_is_what_was_proven() {
        var proven = proven(PASSWORD, TOTP);

        assertThat(Assurance.parse(proven.toJson())).isEqualTo(proven);
    }

    @Test
    void a_record_of_before_has_first_factors() {
        var before =
                Assurance.parse("{\"credentials\":\"2026-11-01T09:58:00Z\",\"webauthn\":\"2026-11-01T10:00:00Z\"}");

        assertThat(before.authTime()).contains(NOW);
        assertThat(before.by("credentials")).contains(NOW.minusSeconds(120));
        assertThat(before.secondFactor()).isEmpty();
        assertThat(before.phishingResistant()).isEmpty();
        assertThat(StepUp.fresh(TEN).isMetBy(before, () -> false, NOW)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"proofs\":\"all\"}",
                "{\"proofs\":[1,null,\"otp\",{}]}",
                "{\"proofs\":[{\"method\":\"totp\",\"amr\":[\"mfa\"]}]}",
                "{\"proofs\":[{\"method\":\"totp\",\"amr\":[\"mfa\"],\"time\":\"soon\"}]}",
                "{\"credentials\":\"soon\",\"email\":7}"
            })
    void a_record_that_is_broken_proves_nothing(String json) {
        assertThat(Assurance.parse(json)).isEqualTo(Assurance.NONE);
        for (var need : List.of(StepUp.fresh(TEN), StepUp.secondFactor(), StepUp.phishingResistant())) {
            assertThat(need.isMetBy(Assurance.parse(json), () -> false, NOW)).isFalse();
        }
    }

    @Test
    void a_proof_is_fresh_for_its_time_and_not_a_moment_longer() {
        var proven = proven(PASSWORD);

        assertThat(StepUp.fresh(TEN).isMetBy(proven, () -> false, NOW.plus(TEN).minusMillis(1)))
                .isTrue();
        assertThat(StepUp.fresh(TEN).isMetBy(proven, () -> false, NOW.plus(TEN)))
                .isFalse();
    }

    @Test
    void where_there_is_a_second_factor_a_password_makes_nothing_fresh() {
        var need = StepUp.fresh(TEN);

        assertThat(need.isMetBy(proven(PASSWORD, EMAIL), () -> true, NOW)).isFalse();
        assertThat(need.isMetBy(proven(KEY), () -> true, NOW)).isFalse();
        assertThat(need.isMetBy(proven(PASSWORD, TOTP), () -> true, NOW)).isTrue();
        assertThat(need.isMetBy(proven(VERIFYING_KEY), () -> true, NOW)).isTrue();
        var renewed = proven(PASSWORD, TOTP).with(SessionProof.of(PASSWORD, NOW.plus(TEN)));
        assertThat(need.isMetBy(renewed, () -> true, NOW.plus(TEN))).isFalse();
        assertThat(need.isMetBy(renewed, () -> false, NOW.plus(TEN))).isTrue();
    }

    @Test
    void a_need_without_a_time_is_met_for_the_whole_session() {
        var later = NOW.plus(Duration.ofDays(80));

        assertThat(StepUp.secondFactor().isMetBy(proven(PASSWORD, TOTP), () -> true, later))
                .isTrue();
        assertThat(StepUp.secondFactor(TEN).isMetBy(proven(PASSWORD, TOTP), () -> true, later))
                .isFalse();
        assertThat(StepUp.phishingResistant().isMetBy(proven(VERIFYING_KEY), () -> true, later))
                .isTrue();
        assertThat(StepUp.phishingResistant().isMetBy(proven(PASSWORD, TOTP), () -> true, NOW))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void a_need_that_no_one_can_meet_is_rejected(long seconds) {
        assertThatThrownBy(() -> StepUp.fresh(Duration.ofSeconds(seconds)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the age of a proof must be positive");
        assertThatThrownBy(() -> StepUp.secondFactor(Duration.ofSeconds(seconds)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Assurance proven(Proof... proofs) {
        return new Assurance(
                Arrays.stream(proofs).map(it -> SessionProof.of(it, NOW)).toList());
    }
}
