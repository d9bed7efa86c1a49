package dev.cardea.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretStrengthTest {
    @ParameterizedTest
    @CsvSource({
        "too-short-to-be-a-secret, is shorter than 32 bytes",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, repeats itself",
        "0123456789abcdef0123456789abcdef, repeats itself",
        "0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF, repeats itself",
        "12345678901234567890123456789012, repeats itself",
        "secretsecretsecretsecretsecretsecret, repeats itself",
        "correct-horse-9correct-horse-9correct, repeats itself",
        "0123456789abcdefghijklmnopqrstuvwxyz, is a sequence of neighbouring characters",
        "abcdefghijklmnopqrstuvwxyz0123456789, is a sequence of neighbouring characters",
        "zyxwvutsrqponmlkjihgfedcba9876543210, is a sequence of neighbouring characters",
        "00112233445566778899aabbccddeeff, is a sequence of neighbouring characters",
        "changemechangemechangemechangeme, repeats itself",
        "your-super-secret-key-change-in-production, is a published sample"
    })
    void a_secret_that_an_attacker_guesses_is_weak(String secret, String why) {
        assertThat(SecretStrength.weaknessOf(secret)).contains(why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests",
                "0123456789abcdef7d02e4b8c19f6a35",
                "correct horse battery staple, four words"
            })
    void a_secret_with_a_sequence_in_it_is_not_weak(String secret) {
        assertThat(SecretStrength.weaknessOf(secret)).isEmpty();
    }

    @Test
    @Tag("slow")
    void no_random_secret_is_weak() {
        var random = new Random(15);
        for (int i = 0; i < 50_000; i++) {
            var bytes = new byte[16 + random.nextInt(48)];
            random.nextBytes(bytes);
            assertThat(SecretStrength.weaknessOf(HexFormat.of().formatHex(bytes)))
                    .isEmpty();
            var longer = new byte[24 + random.nextInt(48)];
            random.nextBytes(longer);
            assertThat(SecretStrength.weaknessOf(Base64.getUrlEncoder().encodeToString(longer)))
                    .isEmpty();
            var digits = new StringBuilder();
            while (digits.length() < 32) digits.append(random.nextInt(10));
            assertThat(SecretStrength.weaknessOf(digits.toString())).isEmpty();
        }
    }
}
