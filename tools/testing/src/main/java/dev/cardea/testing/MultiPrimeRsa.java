package dev.cardea.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.RSAKey.OtherPrimesInfo;
import com.nimbusds.jose.util.Base64URL;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * RSA keys of eight primes (RFC 8017 §3.2) and their signatures. Who verifies sees a modulus of 2048 bits as any other. Such a
 * key is made and signs many times as fast as one of two primes. With those of the JDK, a third of the processor time of the
 * libraries' tests went into signatures of identity providers. Such short primes are for tests alone.
 */
final class MultiPrimeRsa {
    private static final int PRIMES = 8;
    private static final int MODULUS_BITS = 2048;
    private static final int PRIME_BITS = MODULUS_BITS / PRIMES;
    private static final BigInteger EXPONENT = BigInteger.valueOf(65_537);
    /** With these, the product of eight primes has all of its bits. */
    private static final BigInteger HIGHEST_BITS = BigInteger.valueOf(0b1111).shiftLeft(PRIME_BITS - 4);
    /** What stands before the hash in what is signed: DigestInfo of SHA-256 (RFC 8017 §9.2). */
    private static final String SHA_256 = "003031300d060960864801650304020105000420";

    private static final SecureRandom RANDOM = new SecureRandom();

    private MultiPrimeRsa() {}

    static RSAKey generate() {
        var primes = new ArrayList<BigInteger>();
        while (primes.size() < PRIMES) {
            var prime = new BigInteger(PRIME_BITS, RANDOM).or(HIGHEST_BITS).nextProbablePrime();
            boolean isCoprime = !prime.subtract(BigInteger.ONE).mod(EXPONENT).equals(BigInteger.ZERO);
            if (isCoprime && !primes.contains(prime)) primes.add(prime);
        }
        var order = BigInteger.ONE;
        for (var prime : primes) order = order.multiply(prime.subtract(BigInteger.ONE));
        try {
            return key(primes, EXPONENT.modInverse(order));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RSAKey key(List<BigInteger> primes, BigInteger secret) throws JOSEException {
        BigInteger first = primes.get(0);
        BigInteger second = primes.get(1);
        var product = first.multiply(second);
        var others = new ArrayList<OtherPrimesInfo>();
        for (var prime : primes.subList(2, PRIMES)) {
            others.add(new OtherPrimesInfo(
                    Base64URL.encode(prime),
                    Base64URL.encode(remainder(secret, prime)),
                    Base64URL.encode(product.modInverse(prime))));
            product = product.multiply(prime);
        }
        return new RSAKey.Builder(Base64URL.encode(product), Base64URL.encode(EXPONENT))
                .privateExponent(Base64URL.encode(secret))
                .firstPrimeFactor(Base64URL.encode(first))
                .secondPrimeFactor(Base64URL.encode(second))
                .firstFactorCRTExponent(Base64URL.encode(remainder(secret, first)))
                .secondFactorCRTExponent(Base64URL.encode(remainder(secret, second)))
                .firstCRTCoefficient(Base64URL.encode(second.modInverse(first)))
                .otherPrimes(others)
                .keyUse(KeyUse.SIGNATURE)
                .algorithm(JWSAlgorithm.RS256)
                .keyIDFromThumbprint()
                .build();
    }

    private static BigInteger remainder(BigInteger secret, BigInteger prime) {
        return secret.mod(prime.subtract(BigInteger.ONE));
    }

    /** Signs with RS256: RSASSA-PKCS1-v1_5 (RFC 8017 §8.2.1), which is the same for the same text. */
    static Base64URL sign(RSAKey key, String input) {
        var message = encoded(input);
        BigInteger second = key.getSecondPrimeFactor().decodeToBigInteger();
        var signature = power(message, key.getSecondFactorCRTExponent(), second);
        var product = second;
        // RFC 8017 §5.2.1, step 2b: with one prime after the other.
        var first = new OtherPrimesInfo(
                key.getFirstPrimeFactor(), key.getFirstFactorCRTExponent(), key.getFirstCRTCoefficient());
        var others = new ArrayList<OtherPrimesInfo>(List.of(first));
        others.addAll(key.getOtherPrimes());
        for (var other : others) {
            var prime = other.getPrimeFactor().decodeToBigInteger();
            var part = power(message, other.getFactorCRTExponent(), prime);
            var factor = part.subtract(signature)
                    .multiply(other.getFactorCRTCoefficient().decodeToBigInteger())
                    .mod(prime);
            signature = signature.add(product.multiply(factor));
            product = product.multiply(prime);
        }
        return Base64URL.encode(bytes(signature));
    }

    private static BigInteger power(BigInteger message, Base64URL exponent, BigInteger prime) {
        return message.modPow(exponent.decodeToBigInteger(), prime);
    }

    /** EMSA-PKCS1-v1_5 (RFC 8017 §9.2). */
    private static BigInteger encoded(String input) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(input.getBytes(StandardCharsets.US_ASCII));
            var end = SHA_256 + HexFormat.of().formatHex(hash);
            return new BigInteger("0001" + "f".repeat(MODULUS_BITS / 4 - 4 - end.length()) + end, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns as many bytes as the modulus has (RFC 8017 §4.1). */
    private static byte[] bytes(BigInteger number) {
        var hex = number.toString(16);
        return HexFormat.of().parseHex("0".repeat(MODULUS_BITS / 4 - hex.length()) + hex);
    }
}
