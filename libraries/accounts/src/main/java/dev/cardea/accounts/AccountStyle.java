package dev.cardea.accounts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The rules of the pages that have a menu, after those of the built-in pages. */
final class AccountStyle {
    private static final String NAME = "account.css";

    static final String RULES = read();

    private AccountStyle() {}

    private static String read() {
        try (var in = Objects.requireNonNull(AccountStyle.class.getResourceAsStream(NAME), NAME)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
