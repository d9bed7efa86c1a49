package dev.cardea.token;

import dev.cardea.jose.ContentEncryption;
import dev.cardea.jose.Hkdf;
import dev.cardea.jose.SealingKey;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Caches keys by secret, salt and encryption. Deriving a key is the most expensive step of a request, so it is done
 * once.
 */
final class DerivedKeys {
    /** More than any configuration needs. Beyond this number, keys are derived and not cached. */
    static final int MAX_KEYS = 1024;

    private record Name(String secret, String salt, ContentEncryption enc) {
        @Override
        public String toString() {
            return "Name[" + salt + "]";
        }
    }

    private final Map<Name, SealingKey> keys = new ConcurrentHashMap<>();

    SealingKey of(String secret, String salt, ContentEncryption enc) {
        var name = new Name(secret, salt, enc);
        var known = keys.get(name);
        if (known != null) return known;
        var derived = derive(name);
        if (keys.size() < MAX_KEYS) keys.put(name, derived);
        return derived;
    }

    private static SealingKey derive(Name name) {
        byte[] salt = utf8(name.salt);
        byte[] info = utf8("Auth.js Generated Encryption Key (" + name.salt + ")");
        return new SealingKey(name.enc, Hkdf.sha256(utf8(name.secret), salt, info, name.enc.keyLength()));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
