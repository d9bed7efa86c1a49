package dev.cardea.accounts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The rules of the pages, after those of the built-in pages. */
final class AccountStyle {
    /** Of the pages that have a menu. */
    static final String RULES = read("account.css");

    /** Of what pages without a menu have, too. */
    static final String PARTS = read("parts.css");

    private AccountStyle() {}

    private static String read(String name) {
        try (var in = Objects.requireNonNull(AccountStyle.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
