package dev.cardea.internal.page;

import dev.cardea.jose.Hashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;

/** Inline styles and scripts, which the content security policy permits by their hashes. */
final class Inline {
    /** Requests passkeys from the browser; see the attributes of {@link ProviderForm.Ceremony}. */
    static final String PASSKEY_SCRIPT = load("passkey.js");

    private Inline() {}

    /** Returns the hash in the form of a content security policy. */
    static String hash(String text) {
        var hash = Hashes.sha256(text.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    }

    static String load(String name) {
        try (var in = Objects.requireNonNull(Inline.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
