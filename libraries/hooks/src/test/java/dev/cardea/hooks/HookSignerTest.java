package dev.cardea.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HookSignerTest {
    @Test
    void the_known_answer_is_given() {
        var body = "{\"url\":\"/dash\",\"baseUrl\":\"https://app.example\"}".getBytes(StandardCharsets.UTF_8);
        var signer = new HookSigner("0123456789abcdef0123456789abcdef");
        var nonce = "00112233445566778899aabb";
        assertThat(signer.sign("callbacks/redirect", "", body, 1_767_225_600L, nonce))
                .isEqualTo("v2.1767225600.00112233445566778899aabb.rvBwUijUKQqOpl7s1jcnysyinSk5SeqlEKPE5RmJecU");
        var event = "{\"user\":{\"id\":\"7\"}}".getBytes(StandardCharsets.UTF_8);
        assertThat(signer.sign("events/signIn", "0f1e2d3c", event, 1_767_225_600L, nonce))
                .isEqualTo("v2.1767225600.00112233445566778899aabb.RqYy7Frf2DOX8G74o9BDZgDIxr9F4nWcytXpTXC-EC8");
    }

    @Test
    void the_known_description_is_the_applications() {
        var body = "{\"callbacks\":[\"signIn\"],\"events\":[]}".getBytes(StandardCharsets.UTF_8);
        var signer = new HookSigner("0123456789abcdef0123456789abcdef");
        var header = "v1.eR6JTsKXxnI6F9ft9AL8svk-LhYyQqlWszFLhahQ9r4";
        assertThat(signer.hasSigned(header, "00112233445566778899aabbccddeeff", body))
                .isTrue();
        assertThat(signer.hasSigned(header, "00112233445566778899aabbccddeef0", body))
                .isFalse();
        assertThat(signer.hasSigned(header, "00112233445566778899aabbccddeeff", new byte[0]))
                .isFalse();
        assertThat(signer.hasSigned(header + "=", "00112233445566778899aabbccddeeff", body))
                .isFalse();
        assertThat(signer.hasSigned(null, "00112233445566778899aabbccddeeff", body))
                .isFalse();
        assertThat(new HookSigner("another").hasSigned(header, "00112233445566778899aabbccddeeff", body))
                .isFalse();
    }
}
