package dev.cardea.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.jose.ContentEncryption;
import dev.cardea.jose.Hkdf;
import dev.cardea.jose.Jwe;
import dev.cardea.jose.SealingKey;
import dev.cardea.json.Claims;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Prints every value of this module that holds a secret, a key or a token, as a careless log line would. */
class NothingSecretPrintsTest {
    @Test
    void no_value_of_the_module_prints_a_secret() {
        var secrets = Secrets.of("opensesame", "formerword");
        byte[] bytes = Hkdf.sha256("opensesame".getBytes(StandardCharsets.UTF_8), new byte[0], new byte[0], 64);
        var key = new SealingKey(ContentEncryption.A256CBC_HS512, bytes);
        var token = Jwe.seal(key, new byte[16], "{\"password\":\"inside\"}");
        var keys = new DerivedKeys();
        keys.of("opensesame", "salt", ContentEncryption.A256GCM);
        var values = List.of(
                secrets,
                key,
                keys,
                Jwe.parse(token, key),
                new EncodeParams(Claims.of("password", "inside"), secrets, "salt"),
                new DecodeParams(token, secrets, "salt"),
                new SessionChunks.Read(token, List.of("name")),
                new SessionChunks.Change("name", token),
                TokenReader.with(secrets),
                Jwt.CODEC,
                new MissingSecretException());
        for (var value : values) {
            assertThat(value.toString())
                    .as(value.getClass().getSimpleName())
                    .doesNotContain("opensesame", "formerword", "inside", token)
                    .doesNotContain(HexFormat.of().formatHex(bytes, 0, 8))
                    .doesNotContain(Base64.getUrlEncoder().encodeToString(bytes).substring(0, 16));
        }
        assertThat(secrets).hasToString("Secrets[2]");
        assertThat(key).hasToString("SealingKey[A256CBC-HS512]");
        assertThat(new DecodeParams(token, secrets, "salt")).hasToString("DecodeParams[salt]");
    }
}
