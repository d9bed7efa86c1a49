package dev.cardea.fuzz;

import dev.cardea.model.EmailAddress;
import java.nio.charset.StandardCharsets;

/** E-mail addresses: what is stored, compared and mailed to has one form. */
final class EmailTarget {
    private EmailTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var text = new String(data, StandardCharsets.UTF_8);
        EmailAddress.ofProvider(text);
        String address;
        try {
            address = EmailAddress.normalize(text);
        } catch (IllegalArgumentException e) {
            Hold.that(
                    text.length() < 12 || !String.valueOf(e.getMessage()).contains(text),
                    "a message omits the address");
            return;
        }
        Hold.that(address.length() <= 254, "a length that SMTP takes");
        Hold.that(address.indexOf('@') > 0 && address.indexOf('@') == address.lastIndexOf('@'), "one @");
        Hold.that(
                address.chars().noneMatch(c -> c <= 0x20 || c == 0x7f || "\"<>()[]:;\\,".indexOf(c) >= 0),
                "one mailbox");
        Hold.that(EmailAddress.isNormal(address), "a normal form that is its own");
    }
}
