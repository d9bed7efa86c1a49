package dev.cardea.internal.method.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.EmailAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class EmailAddressTest {
    /** The reference accepts these; Cardea rejects them, because mail software may parse them differently. */
    private static final List<String> REFUSED_HERE = List.of(
            "a b@c.d",
            "<a@b.c>",
            "Name <a@b.c>",
            "a@b.c;x",
            "a(comment)@b.c",
            "a,b@c.d",
            "undisclosed:;@b.c",
            "-oQ@b.c",
            "a@b..c",
            "a@b.c.",
            "a@[127.0.0.1]",
            "a\n@b.c",
            "a\0@b.c",
            "=?utf-8?q?x?=@b.c",
            "a\u200B@b.c",
            "x".repeat(65) + "@b.c");

    @TestFactory
    Stream<DynamicTest> normalises_as_recorded_or_refuses() throws IOException {
        return vectors()
                .map(c -> dynamicTest("[" + c.value("input") + "]", () -> {
                    var input = c.text("input") == null ? "" : c.text("input");
                    if (c.text("output") == null) {
                        assertThatThrownBy(() -> EmailAddress.normalize(input))
                                .isInstanceOf(IllegalArgumentException.class);
                        return;
                    }
                    try {
                        assertThat(EmailAddress.normalize(input)).isEqualTo(c.text("output"));
                    } catch (IllegalArgumentException e) {
                        assertThat(c.text("output"))
                                .as("refused: " + e.getMessage())
                                // A comma separates mailboxes in mail headers.
                                .containsPattern("[\\s\\p{Cntrl}<>()\\[\\]:;,\\\\\"]|\\.$|@\\.|\\.\\.");
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> refuses_what_a_mail_program_could_read_in_another_way() {
        return REFUSED_HERE.stream()
                .map(address -> dynamicTest(
                        address,
                        () -> assertThatThrownBy(() -> EmailAddress.normalize(address))
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessageNotContaining(address)));
    }

    /** A provider or the application may pass an address that was normalized before: it must name the same user. */
    @Test
    void the_normal_form_of_an_address_is_its_own_normal_form() {
        for (var local : List.of("\u0130\u035A", "\u0130\u0301", "\u1E9E", "\u0391\u03A3", "\u01C5")) {
            var address = EmailAddress.normalize(local + "@example.com");
            assertThat(EmailAddress.isNormal(address)).as(local).isTrue();
        }
    }

    private static Stream<Claims> vectors() throws IOException {
        try (var in = EmailAddressTest.class.getResourceAsStream("/vectors/email-normalize.json")) {
            return Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8), 100)
                    .get(Claim.list("cases"))
                    .orElseThrow()
                    .stream()
                    .map(c -> Claims.of((Map<?, ?>) c));
        }
    }
}
