package dev.cardea.internal.limit;

import java.util.Set;

/** The mailbox to which an email address belongs, for budgets that its other addresses share. */
final class Mailbox {
    private static final Set<String> GMAIL = Set.of("gmail.com", "googlemail.com");

    private Mailbox() {}

    /**
     * Returns the address without a sub-address (RFC 5233): {@code ada+shop@example.com} belongs to Ada. Gmail also ignores
     * dots, and has two names for its domain. No other service of its size does.
     */
    static String of(String normalized) {
        int at = normalized.lastIndexOf('@');
        var domain = normalized.substring(at + 1);
        int plus = normalized.indexOf('+');
        var local = normalized.substring(0, plus > 0 && plus < at ? plus : Math.max(at, 0));
        return GMAIL.contains(domain) ? local.replace(".", "") + "@gmail.com" : local + "@" + domain;
    }
}
