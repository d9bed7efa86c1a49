package dev.cardea.release;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPSecretKey;
import org.bouncycastle.openpgp.PGPSecretKeyRingCollection;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureGenerator;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyDecryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;

/** Makes detached OpenPGP signatures (RFC 9580) with the first key of an armored key ring that may sign. */
final class Signer {
    private final PGPSecretKey key;
    private final char[] passphrase;

    private Signer(PGPSecretKey key, char[] passphrase) {
        this.key = key;
        this.passphrase = passphrase;
    }

    /**
     * Signs files with the key of {@code MAVEN_GPG_KEY} and {@code MAVEN_GPG_PASSPHRASE}, each into {@code FILE.asc}.
     *
     * @param files their paths
     */
    public static void main(String[] files) throws IOException {
        var key = System.getenv("MAVEN_GPG_KEY");
        if (key == null || files.length == 0) {
            System.err.println("usage: release/sign FILE...\nMAVEN_GPG_KEY holds the key.");
            System.exit(2);
        }
        var signer = with(
                Objects.requireNonNullElse(key, ""),
                Objects.requireNonNullElse(System.getenv("MAVEN_GPG_PASSPHRASE"), ""));
        for (var file : files) {
            Files.writeString(Path.of(file + ".asc"), signer.sign(Files.readAllBytes(Path.of(file))));
        }
    }

    /**
     * Reads a key.
     *
     * @param armored a secret key ring
     * @param passphrase empty for a key without one
     * @throws IOException if the text holds no key that may sign
     */
    static Signer with(String armored, String passphrase) throws IOException {
        try (var in = PGPUtil.getDecoderStream(new ByteArrayInputStream(armored.getBytes(StandardCharsets.US_ASCII)))) {
            for (var ring : new PGPSecretKeyRingCollection(in, new BcKeyFingerprintCalculator())) {
                for (var key : ring) if (key.isSigningKey()) return new Signer(key, passphrase.toCharArray());
            }
            throw new IOException("no key of MAVEN_GPG_KEY may sign");
        } catch (PGPException e) {
            throw new IOException("MAVEN_GPG_KEY is not an armored secret key", e);
        }
    }

    /** Returns the armored signature of the content. */
    String sign(byte[] content) throws IOException {
        try {
            var decryptor = new BcPBESecretKeyDecryptorBuilder(new BcPGPDigestCalculatorProvider()).build(passphrase);
            var generator = new PGPSignatureGenerator(
                    new BcPGPContentSignerBuilder(key.getPublicKey().getAlgorithm(), HashAlgorithmTags.SHA256),
                    key.getPublicKey());
            generator.init(PGPSignature.BINARY_DOCUMENT, key.extractPrivateKey(decryptor));
            generator.update(content);
            var text = new ByteArrayOutputStream();
            try (var armor = ArmoredOutputStream.builder().clearHeaders().build(text)) {
                generator.generate().encode(armor);
            }
            return text.toString(StandardCharsets.US_ASCII);
        } catch (PGPException e) {
            throw new IOException("the key cannot sign; is MAVEN_GPG_PASSPHRASE right?", e);
        }
    }
}
