package dev.cardea.adapter.dynamodb;

import dev.cardea.jose.Hashes;
import java.nio.charset.StandardCharsets;

/** Keys of the items that Auth.js does not have: who has a name, so that no two have it. */
final class Pointers {
    /** DynamoDB allows 1024 bytes. */
    private static final int MAX_NAME_LENGTH = 512;

    private Pointers() {}

    static Key email(String email) {
        return key("EMAIL", email);
    }

    static Key account(String provider, String providerAccountId) {
        return key("ACCOUNT", provider.length() + "#" + provider + "#" + providerAccountId);
    }

    static Key session(String token) {
        return key("SESSION", token);
    }

    static Key authenticator(String credentialID) {
        return key("AUTHENTICATOR", credentialID);
    }

    static Key usedToken(String token) {
        return key("SPENT", token);
    }

    private static Key key(String kind, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return Key.of("CARDEA#" + kind + "#" + (bytes.length > MAX_NAME_LENGTH ? "#" + Hashes.sha256Hex(bytes) : name));
    }
}
