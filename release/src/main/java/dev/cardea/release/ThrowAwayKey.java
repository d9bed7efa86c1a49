package dev.cardea.release;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyPacket;
import org.bouncycastle.bcpg.sig.KeyFlags;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyRingGenerator;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureSubpacketGenerator;
import org.bouncycastle.openpgp.operator.jcajce.JcaPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.jcajce.JcaPGPDigestCalculatorProviderBuilder;
import org.bouncycastle.openpgp.operator.jcajce.JcaPGPKeyPair;

/** A signing key for a trial of the release: made new each time, without a passphrase, trusted by no one. */
final class ThrowAwayKey {
    private ThrowAwayKey() {}

    /** Prints the key, armored, as {@code MAVEN_GPG_KEY} takes it. */
    public static void main(String[] none) throws IOException {
        System.out.print(armored(Instant.now()));
    }

    /** @param created the time that the key carries */
    static String armored(Instant created) throws IOException {
        try {
            var rsa = KeyPairGenerator.getInstance("RSA");
            rsa.initialize(3072);
            var pair = new JcaPGPKeyPair(
                    PublicKeyPacket.VERSION_4,
                    PublicKeyAlgorithmTags.RSA_GENERAL,
                    rsa.generateKeyPair(),
                    Date.from(created));
            var use = new PGPSignatureSubpacketGenerator();
            use.setKeyFlags(true, KeyFlags.SIGN_DATA | KeyFlags.CERTIFY_OTHER);
            var ring = new PGPKeyRingGenerator(
                            PGPSignature.POSITIVE_CERTIFICATION,
                            pair,
                            "Trial of a release <trial@cardea.example>",
                            new JcaPGPDigestCalculatorProviderBuilder().build().get(HashAlgorithmTags.SHA1),
                            use.generate(),
                            null,
                            new JcaPGPContentSignerBuilder(
                                    pair.getPublicKey().getAlgorithm(), HashAlgorithmTags.SHA256),
                            null)
                    .generateSecretKeyRing();
            var text = new ByteArrayOutputStream();
            try (var armor = ArmoredOutputStream.builder().clearHeaders().build(text)) {
                ring.encode(armor);
            }
            return text.toString(StandardCharsets.US_ASCII);
        } catch (PGPException | NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK makes no RSA keys", e);
        }
    }
}
