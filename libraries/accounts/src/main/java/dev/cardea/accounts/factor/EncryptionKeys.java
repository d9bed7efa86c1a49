package dev.cardea.accounts.factor;

import dev.cardea.jose.Hkdf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Keys that the application sets for what has to be readable in the store, the newest first. Immutable. */
public final class EncryptionKeys {
    public static final EncryptionKeys NONE = new EncryptionKeys(List.of());

    private static final int LEAST = 32;
    private static final Pattern HEX = Pattern.compile("(?:[0-9a-fA-F]{2}){" + LEAST + ",}");

    private final List<byte[]> newestFirst;

    private EncryptionKeys(List<byte[]> newestFirst) {
        this.newestFirst = newestFirst;
    }

    /** @throws IllegalArgumentException naming the number of a key that can't be used, without the key */
    public static EncryptionKeys parse(List<String> newestFirst) {
        var keys = new ArrayList<byte[]>();
        for (var text : newestFirst) {
            var key = bytes(text.strip());
            if (key.length < LEAST) {
                throw new IllegalArgumentException("encryption key " + (keys.size() + 1) + " must have at least "
                        + LEAST + " random bytes, as base64 or hex");
            }
            keys.add(key);
        }
        return new EncryptionKeys(List.copyOf(keys));
    }

    /** Returns no bytes if the text is neither. */
    private static byte[] bytes(String text) {
        if (HEX.matcher(text).matches()) return HexFormat.of().parseHex(text);
        try {
            return Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/'));
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    /**
     * Derives a key for one purpose from each, as the configuration does from its secrets. Those of the secrets come last: they
     * open what was encrypted before there were other keys.
     */
    public List<byte[]> derive(String purpose, List<byte[]> ofSecrets) {
        var info = purpose.getBytes(StandardCharsets.UTF_8);
        var own = newestFirst.stream().map(key -> Hkdf.sha256(key, new byte[0], info, SecretCipher.KEY));
        return Stream.concat(own, ofSecrets.stream()).toList();
    }

    /** Without the keys. */
    @Override
    public String toString() {
        return "EncryptionKeys";
    }
}
