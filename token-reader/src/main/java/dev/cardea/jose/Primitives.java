package dev.cardea.jose;

import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.Cipher;
import javax.crypto.Mac;

/**
 * MAC and cipher of one key of A256CBC-HS512. Looking them up and expanding the key costs a third of a short token, so
 * the last ones used wait in a slot for whoever comes next; who finds it empty makes their own. Not for two at once.
 */
final class Primitives {
    final Mac mac;
    final Cipher cipher;

    private Primitives(Mac mac, Cipher cipher) {
        this.mac = mac;
        this.cipher = cipher;
    }

    /** Where they wait. Lock-free: a thread that is parked in the middle holds nobody up. */
    static final class Slot {
        private final AtomicReference<Primitives> waiting = new AtomicReference<>();

        Primitives take(SealingKey key) throws GeneralSecurityException {
            var found = waiting.getAndSet(null);
            if (found != null) return found;
            var mac = Mac.getInstance("HmacSHA512");
            mac.init(key.authentication());
            return new Primitives(mac, Cipher.getInstance("AES/CBC/PKCS5Padding"));
        }

        /** Only after a use that ended well: what failed may hold half of a text. */
        void giveBack(Primitives primitives) {
            waiting.set(primitives);
        }
    }
}
