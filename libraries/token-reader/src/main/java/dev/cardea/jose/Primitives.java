package dev.cardea.jose;

import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/**
 * The MAC and cipher of one A256CBC-HS512 key. Looking them up and expanding the key takes a third of the time for a
 * short token, so the ones used last stay in a slot for the next caller. A caller that finds the slot empty creates new
 * ones. Not safe for concurrent use.
 */
final class Primitives {
    final Mac mac;
    final Cipher cipher;

    private Primitives(Mac mac, Cipher cipher) {
        this.mac = mac;
        this.cipher = cipher;
    }

    /**
     * Holds the primitives between uses, one pair for each of a few groups of threads. Lock-free: a thread that is parked
     * halfway blocks no other thread.
     */
    static final class Slot {
        private static final int GROUPS = 16;

        private final SecretKey authentication;
        private final AtomicReferenceArray<Primitives> waiting = new AtomicReferenceArray<>(GROUPS);

        Slot(SecretKey authentication) {
            this.authentication = authentication;
        }

        Primitives take() throws GeneralSecurityException {
            var found = waiting.getAndSet(group(), null);
            if (found != null) return found;
            var mac = Mac.getInstance("HmacSHA512");
            mac.init(authentication);
            return new Primitives(mac, Cipher.getInstance("AES/CBC/PKCS5Padding"));
        }

        /** Called only after a use that succeeded, because a failed one may leave part of a text behind. */
        void release(Primitives primitives) {
            waiting.set(group(), primitives);
        }

        private static int group() {
            return (int) Thread.currentThread().getId() & (GROUPS - 1);
        }
    }
}
