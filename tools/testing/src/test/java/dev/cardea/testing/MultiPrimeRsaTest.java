package dev.cardea.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.RSAKey;
import java.math.BigInteger;
import java.security.Signature;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Keys and signatures as others see them: those of the JDK verify. */
class MultiPrimeRsaTest {
    @RepeatedTest(5)
    void each_key_has_a_modulus_of_2048_bits_and_signs_what_the_jdk_verifies() throws Exception {
        var key = MultiPrimeRsa.generate();

        assertThat(key.size()).isEqualTo(2048);
        for (var text : new String[] {"", "a", "header.payload", "a".repeat(5000)}) {
            var signature = MultiPrimeRsa.sign(key, text).decode();
            assertThat(signature).hasSize(256);
            assertThat(verifies(key, text, signature)).isTrue();
            assertThat(verifies(key, text + "b", signature)).isFalse();
        }
    }

    @Test
    void the_modulus_is_the_product_of_eight_primes() {
        var key = MultiPrimeRsa.generate();
        var primes = Stream.concat(
                        Stream.of(key.getFirstPrimeFactor(), key.getSecondPrimeFactor()),
                        key.getOtherPrimes().stream().map(RSAKey.OtherPrimesInfo::getPrimeFactor))
                .map(prime -> prime.decodeToBigInteger())
                .toList();

        assertThat(primes).hasSize(8).doesNotHaveDuplicates().allMatch(prime -> prime.isProbablePrime(100));
        assertThat(primes.stream().reduce(BigInteger.ONE, BigInteger::multiply))
                .isEqualTo(key.getModulus().decodeToBigInteger());
    }

    private static boolean verifies(RSAKey key, String text, byte[] signature) throws Exception {
        var verifier = Signature.getInstance("SHA256withRSA");
        verifier.initVerify(key.toRSAPublicKey());
        verifier.update(text.getBytes(US_ASCII));
        return verifier.verify(signature);
    }
}
