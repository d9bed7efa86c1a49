package dev.cardea.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.jose.ContentEncryption;
import org.junit.jupiter.api.Test;

class DerivedKeysTest {
    private static final ContentEncryption CBC = ContentEncryption.A256CBC_HS512;

    @Test
    void a_key_is_derived_once_for_each_secret_salt_and_encryption() {
        var keys = new DerivedKeys();
        var key = keys.of("secret", "salt", CBC);
        assertThat(keys.of("secret", "salt", CBC)).isSameAs(key);
        assertThat(keys.of("other", "salt", CBC).kid()).isNotEqualTo(key.kid());
        assertThat(keys.of("secret", "other", CBC).kid()).isNotEqualTo(key.kid());
        assertThat(keys.of("secret", "salt", ContentEncryption.A256GCM).kid()).isNotEqualTo(key.kid());
    }

    @Test
    void keys_beyond_the_limit_are_derived_and_not_cached() {
        var keys = new DerivedKeys();
        for (int i = 0; i < DerivedKeys.MAX_KEYS; i++) keys.of("secret", "salt" + i, CBC);
        var first = keys.of("secret", "salt0", CBC);
        var beyond = keys.of("secret", "beyond", CBC);
        assertThat(keys.of("secret", "beyond", CBC)).isNotSameAs(beyond);
        assertThat(keys.of("secret", "beyond", CBC).kid()).isEqualTo(beyond.kid());
        assertThat(keys.of("secret", "salt0", CBC)).isSameAs(first);
    }
}
