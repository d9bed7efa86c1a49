package dev.cardea.release;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPPublicKeyRingCollection;
import org.bouncycastle.openpgp.PGPSecretKeyRingCollection;
import org.bouncycastle.openpgp.PGPSignatureList;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.jcajce.JcaPGPObjectFactory;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentVerifierBuilderProvider;
import org.jspecify.annotations.Nullable;

/** Verifies detached OpenPGP signatures (RFC 9580) by one set of keys, without a program beside the JDK. */
final class Signatures {
    private final PGPPublicKeyRingCollection keys;

    private Signatures(PGPPublicKeyRingCollection keys) {
        this.keys = keys;
    }

    /**
     * Reads the keys to verify by.
     *
     * @param keys armored public or secret keys
     * @throws IOException if the stream holds none
     */
    static Signatures by(InputStream keys) throws IOException {
        var bytes = PGPUtil.getDecoderStream(keys).readAllBytes();
        try {
            var secret = new PGPSecretKeyRingCollection(bytes, new BcKeyFingerprintCalculator());
            var open = new PGPPublicKeyRingCollection(java.util.List.of());
            for (var ring : secret) open = PGPPublicKeyRingCollection.addPublicKeyRing(open, ring.toCertificate());
            return new Signatures(open);
        } catch (PGPException | ClassCastException notSecret) {
            return byPublic(bytes);
        }
    }

    private static Signatures byPublic(byte[] bytes) throws IOException {
        try {
            return new Signatures(new PGPPublicKeyRingCollection(bytes, new BcKeyFingerprintCalculator()));
        } catch (PGPException | ClassCastException e) {
            throw new IOException("not an armored OpenPGP key", e);
        }
    }

    /** Returns whether the signature is of that file, and by one of the keys. */
    boolean verify(Path file, Path signature) {
        try (var in = PGPUtil.getDecoderStream(Files.newInputStream(signature))) {
            var content = new JcaPGPObjectFactory(in).nextObject();
            if (!(content instanceof PGPSignatureList list) || list.isEmpty()) return false;
            var each = list.get(0);
            var key = key(each.getKeyID());
            if (key == null) return false;
            each.init(new BcPGPContentVerifierBuilderProvider(), key);
            each.update(Files.readAllBytes(file));
            return each.verify();
        } catch (PGPException | IOException e) {
            return false;
        }
    }

    private @Nullable PGPPublicKey key(long id) {
        for (Iterator<org.bouncycastle.openpgp.PGPPublicKeyRing> rings = keys.getKeyRings(); rings.hasNext(); ) {
            var found = rings.next().getPublicKey(id);
            if (found != null) return found;
        }
        return null;
    }
}
