package dev.cardea.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordPolicyTest {
    private static final List<String> ABOUT = List.of("app.acme.example", "Acme Orders", "ann.smith", "Ann Smith");
    private final PasswordPolicy policy = PasswordPolicy.STANDARD;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "seven copper lanterns drifting",
                "correct horse battery staple",
                "ein Satz, den keiner errät",
                "passwords are boring",
                "acme has 23 drifting boats",
                "ann likes green tea a lot",
                "🦊🦉🐢🐙🦋🐝🐞🦀🐬🦩🐿🦔🐓🦜🐇"
            })
    void a_long_password_that_nobody_else_has_is_accepted_whatever_its_characters(String password) {
        assertThat(policy.fault(password, ABOUT)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "14 characters!", "Seven copper"})
    void a_password_below_the_minimum_is_too_short(String password) {
        assertThat(policy.fault(password, ABOUT)).contains(PasswordFault.TOO_SHORT);
    }

    @Test
    void length_is_measured_in_characters_after_normalization() {
        var composed = "ä".repeat(7) + "öltank";
        var decomposed = "a\u0308".repeat(7) + "o\u0308ltank";

        assertThat(decomposed.length()).isGreaterThan(15);
        assertThat(policy.fault(composed, ABOUT)).contains(PasswordFault.TOO_SHORT);
        assertThat(policy.fault(decomposed, ABOUT)).contains(PasswordFault.TOO_SHORT);
        assertThat(policy.fault("🦊".repeat(7) + "x", ABOUT)).contains(PasswordFault.TOO_SHORT);
    }

    @Test
    void a_password_is_never_cut_off_but_refused_above_1024_characters() {
        var sentence = "seven copper lanterns drift. ".repeat(40);

        assertThat(policy.fault(sentence.substring(0, 1024), ABOUT)).isEmpty();
        assertThat(policy.fault(sentence.substring(0, 1025), ABOUT)).contains(PasswordFault.TOO_LONG);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "passwordpassword",
                "PassWord PassWord",
                "1234567890123456",
                "aaaaaaaaaaaaaaaaa",
                "               ",
                "\u00a0\u2003\t             ",
                "\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000",
                "abcabcabcabcabc",
                "secretsecretsecret",
                "qwertyuiopasdfghjkl",
                "QWERTZUIOP12345",
                "azertyuiop 09876",
                "abcdefghijklmno",
                "zyxwvutsrqponml",
                "890123890123456",
                "football football"
            })
    void a_common_one_a_repetition_and_a_run_of_keys_are_common(String password) {
        assertThat(policy.fault(password, ABOUT)).contains(PasswordFault.COMMON);
    }

    @Test
    void a_listed_password_is_refused_in_any_case_where_shorter_ones_are_allowed() {
        assertThat(policy.minimumLength(8).fault("Liverpool1", ABOUT)).contains(PasswordFault.COMMON);
        assertThat(policy.minimumLength(8).fault("Liverpool1 tram", ABOUT)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "acmeacmeacme123",
                "ACME Orders 2026",
                "annsmithannsmith",
                "Ann Smith Acme 1",
                "app.acme.example",
                "smithsmithsmith!"
            })
    void what_the_user_and_the_site_are_called_is_no_password(String password) {
        assertThat(policy.fault(password, ABOUT)).contains(PasswordFault.CONTEXT);
    }

    @Test
    void a_site_can_add_words() {
        var lanterns = policy.contextWords(List.of("Copper Lantern"));

        assertThat(lanterns.fault("copperlantern42", ABOUT)).contains(PasswordFault.CONTEXT);
        assertThat(policy.fault("copperlantern42", ABOUT)).isEmpty();
    }

    @Test
    void half_of_a_character_is_refused() {
        assertThat(policy.fault("seven copper lanterns \ud83e", ABOUT)).contains(PasswordFault.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 7, 1025})
    void the_minimum_is_between_8_and_1024(int length) {
        assertThatThrownBy(() -> policy.minimumLength(length))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("set at least 8");
    }
}
