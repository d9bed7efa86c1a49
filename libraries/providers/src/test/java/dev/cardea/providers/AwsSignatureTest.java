package dev.cardea.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Request;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Cases of Amazon's own test suite for Signature Version 4. */
class AwsSignatureTest {
    private static final Instant NOW = Instant.parse("2015-08-30T12:36:00Z");
    private static final AwsSignature SIGNATURE =
            new AwsSignature("us-east-1", "service", "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");

    @Test
    void get_vanilla() {
        assertThat(signed(Request.get("https://example.amazonaws.com/")))
                .isEqualTo("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request,"
                        + " SignedHeaders=host;x-amz-date,"
                        + " Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
    }

    @Test
    void get_vanilla_query_order_key_case() {
        assertThat(signed(Request.get("https://example.amazonaws.com/?Param1=value1&Param2=value2")))
                .endsWith("Signature=b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500");
    }

    @Test
    void post_vanilla() {
        assertThat(signed(Request.of("POST", "https://example.amazonaws.com/")))
                .endsWith("Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b");
    }

    @Test
    void post_x_www_form_urlencoded() {
        var request =
                Request.post("https://example.amazonaws.com/", "application/x-www-form-urlencoded", "Param1=value1");
        assertThat(signed(request))
                .endsWith("Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a");
    }

    @Test
    void the_secret_does_not_print() {
        assertThat(SIGNATURE.toString()).doesNotContain("wJalr");
    }

    private static String signed(Request request) {
        return SIGNATURE.on(request, NOW).header("authorization").orElseThrow();
    }
}
