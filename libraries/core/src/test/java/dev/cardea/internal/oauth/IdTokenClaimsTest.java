package dev.cardea.internal.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.cardea.StillClock;
import dev.cardea.json.Claims;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.IdTokenRule.Rule;
import dev.cardea.provider.OAuthException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules for the claims of an ID token, each at its limit. */
class IdTokenClaimsTest {
    private static final String ISSUER = "https://op.example";

    private final StillClock clock = new StillClock();
    private final long now = clock.instant().getEpochSecond();
    private final Claims valid = Claims.of("iss", ISSUER)
            .with("aud", "app")
            .with("sub", "ada")
            .with("iat", now)
            .with("exp", now + 60);

    @Test
    void a_token_that_meets_all_rules_is_accepted_with_its_claims() {
        assertThat(validate(valid)).isEqualTo(valid);
    }

    @Test
    void a_token_of_another_issuer_is_rejected() {
        for (var other : List.of(ISSUER + "/", "https://evil.example", 7)) {
            assertRejected(valid.with("iss", other), "iss is not the provider's issuer");
        }
        assertRejected(valid.without("iss"), "iss is not the provider's issuer");
    }

    @Test
    void a_token_for_another_client_is_rejected() {
        for (var other : List.of("app2", "", List.of(), List.of("other"), Map.of("aud", "app"), 1)) {
            assertRejected(valid.with("aud", other), "aud is not this client");
        }
    }

    @Test
    void a_token_for_several_audiences_names_this_client_as_authorized_party() {
        var several = valid.with("aud", List.of("app", "other"));
        assertRejected(several, "several audiences and no azp");
        assertRejected(several.with("azp", "other"), "azp is not this client");
        assertAccepted(several.with("azp", "app"));
    }

    @Test
    void an_authorized_party_is_this_client_even_with_one_audience() {
        assertAccepted(valid.with("aud", List.of("app")));
        assertAccepted(valid.with("azp", "app"));
        assertRejected(valid.with("azp", "other"), "azp is not this client");
        assertRejected(valid.with("azp", List.of("app")), "azp is not this client");
    }

    @Test
    void a_token_is_accepted_for_less_than_thirty_seconds_after_its_expiry() {
        assertAccepted(valid.with("exp", now - 29));
        assertRejected(valid.with("exp", now - 30), "exp is in the past");
    }

    @Test
    void the_clock_of_a_provider_may_be_five_minutes_ahead() {
        assertAccepted(valid.with("iat", now + 300));
        assertRejected(valid.with("iat", now + 301), "iat is far in the future");
    }

    @Test
    void an_old_token_that_has_not_expired_is_accepted() {
        assertAccepted(valid.with("iat", now - 86_400));
    }

    @Test
    void a_token_that_is_not_valid_yet_is_accepted_up_to_thirty_seconds_early() {
        assertAccepted(valid.with("nbf", now + 30));
        assertRejected(valid.with("nbf", now + 31), "nbf is in the future");
        assertRejected(valid.with("nbf", "soon"), "nbf is missing or not a number");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exp", "iat"})
    void the_times_of_a_token_are_required_and_are_numbers(String name) {
        assertRejected(valid.without(name), name + " is missing or not a number");
        assertRejected(valid.with(name, "never"), name + " is missing or not a number");
    }

    @Test
    void a_subject_has_1_to_255_characters_and_no_zero_character() {
        assertAccepted(valid.with("sub", "x".repeat(255)));
        for (var unusable : List.of("", "x".repeat(256), "\0", "ada\0", "a\0da", 7)) {
            assertRejected(valid.with("sub", unusable), "sub is not a usable text");
        }
    }

    @Test
    void a_nonce_is_the_one_that_was_sent_and_is_missing_if_none_was() {
        assertThat(validate(valid.with("nonce", "n"), expected("n", false, null))
                        .text("nonce"))
                .isEqualTo("n");
        assertThatThrownBy(() -> validate(valid.with("nonce", "m"), expected("n", false, null)))
                .hasMessageContaining("nonce is not the one that was sent");
        assertThatThrownBy(() -> validate(valid, expected("n", false, null)))
                .hasMessageContaining("nonce is not the one that was sent");
        assertRejected(valid.with("nonce", "n"), "nonce is not the one that was sent");
    }

    @Test
    void the_last_sign_in_is_at_most_max_age_old_with_thirty_seconds_of_tolerance() {
        var hourly = expected(null, false, 3_600L);
        assertThat(validate(valid.with("auth_time", now - 3_630), hourly)).isNotNull();
        assertThatThrownBy(() -> validate(valid.with("auth_time", now - 3_631), hourly))
                .hasMessageContaining("the last sign-in is too long ago");
        assertThatThrownBy(() -> validate(valid, hourly)).hasMessageContaining("auth_time is missing");
        assertThatThrownBy(() -> validate(valid.with("auth_time", "noon"), hourly))
                .hasMessageContaining("auth_time is missing or not a number");
    }

    @Test
    void a_required_time_of_the_last_sign_in_may_be_any() {
        var required = expected(null, true, null);
        assertThat(validate(valid.with("auth_time", 1), required)).isNotNull();
        assertThatThrownBy(() -> validate(valid, required)).hasMessageContaining("auth_time is missing");
        assertRejected(valid.with("auth_time", "noon"), "auth_time is missing or not a number");
    }

    @Test
    void each_rule_is_recorded_and_the_first_violated_one_is_the_last() {
        assertThat(recorded(valid))
                .hasSize(10)
                .allMatch(Step.IdTokenRule::isMet)
                .extracting(Step.IdTokenRule::rule)
                .startsWith(Rule.ISSUER, Rule.AUDIENCE)
                .endsWith(Rule.ACCESS_TOKEN_HASH);
        assertThat(recorded(valid.with("exp", 1)))
                .extracting(Step.IdTokenRule::rule, Step.IdTokenRule::isMet)
                .endsWith(tuple(Rule.EXPIRY, false));
    }

    @Test
    void a_printed_expectation_contains_no_secret() {
        assertThat(expected("nonce-1", false, null).toString()).contains(ISSUER).doesNotContain("nonce-1", "access-1");
    }

    private List<Step.IdTokenRule> recorded(Claims claims) {
        var steps = new RecordedSteps();
        steps.during(() -> {
            try {
                return validate(claims);
            } catch (OAuthException e) {
                return Claims.NONE;
            }
        });
        return steps.of(Step.IdTokenRule.class);
    }

    private void assertAccepted(Claims claims) {
        assertThat(validate(claims)).isEqualTo(claims);
    }

    private void assertRejected(Claims claims, String reason) {
        assertThatThrownBy(() -> validate(claims))
                .as("%s", claims)
                .isInstanceOf(OAuthException.class)
                .hasMessage("the ID token was rejected: " + reason);
    }

    private Claims validate(Claims claims) {
        return validate(claims, expected(null, false, null));
    }

    private Claims validate(Claims claims, IdTokenClaims.Expectation expected) {
        return IdTokenClaims.validate(
                new IdTokens.VerifiedIdToken(claims, "RS256"), expected, clock, ProviderId.UNKNOWN);
    }

    private static IdTokenClaims.Expectation expected(
            @Nullable String nonce, boolean authTimeRequired, @Nullable Long maxAge) {
        return new IdTokenClaims.Expectation(ISSUER, "app", nonce, authTimeRequired, maxAge, "access-1");
    }
}
