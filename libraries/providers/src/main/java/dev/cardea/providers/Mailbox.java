package dev.cardea.providers;

import dev.cardea.json.Claims;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A sender (RFC 5322 §3.4): {@code login@mail.example}, or {@code Name <login@mail.example>}. */
record Mailbox(@Nullable String name, String address) {
    private static final Pattern ADDRESS = Pattern.compile("[^\\s<>@,;\"]+@[^\\s<>@,;\"]+");
    private static final Pattern QUOTES = Pattern.compile("^\"|\"$");

    /** @throws IllegalArgumentException if it is neither */
    static Mailbox parse(String text) {
        int open = text.lastIndexOf('<');
        var named = open >= 0 && text.endsWith(">");
        var address = named ? text.substring(open + 1, text.length() - 1) : text;
        var name = named ? QUOTES.matcher(text.substring(0, open).strip()).replaceAll("") : "";
        if (!ADDRESS.matcher(address).matches()) {
            throw new IllegalArgumentException("from isn't an email address such as login@mail.example");
        }
        return new Mailbox(name.isEmpty() ? null : name, address);
    }

    String domain() {
        return address.substring(address.indexOf('@') + 1);
    }

    /** Returns an object with the address and, if present, the name. */
    Claims as(String addressKey, String nameKey) {
        return Claims.of(addressKey, address).withPresent(nameKey, name);
    }
}
