package dev.cardea.dev;

import dev.cardea.token.Randomness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The secret of development mode: created once, readable for its owner only, and ignored by git. */
final class SecretFile {
    private static final int BYTES = 32;

    private SecretFile() {}

    /** Returns the secret in the folder. Of several processes that create it at once, all return the same one. */
    static String read(Path folder, Randomness randomness) {
        var file = folder.resolve("secret");
        try {
            Files.createDirectories(folder);
            create(folder.resolve(".gitignore"), "*\n", false);
            if (!Files.exists(file)) create(file, randomness.base64Url(BYTES), true);
            var secret = Files.readString(file).strip();
            if (secret.length() >= BYTES) return secret;
            throw new IOException("it's too short; delete it, and Cardea creates a new one");
        } catch (IOException e) {
            throw new UncheckedIOException("can't use development mode's secret in " + file + ": " + e.getMessage(), e);
        }
    }

    /** Writes a separate file and links it into place, so that no process reads half of it. */
    private static void create(Path file, String content, boolean secret) throws IOException {
        if (Files.exists(file)) return;
        var whole = temporary(file, secret);
        try {
            Files.writeString(whole, content);
            Files.createLink(file, whole);
        } catch (FileAlreadyExistsException e) {
            // Another process was first.
        } catch (UnsupportedOperationException e) {
            Files.move(whole, file);
        } finally {
            Files.deleteIfExists(whole);
        }
    }

    private static Path temporary(Path file, boolean secret) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (folder == null) throw new IOException("no folder");
        var owner = PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString(secret ? "rw-------" : "rw-r--r--"));
        try {
            return Files.createTempFile(folder, ".new", "", owner);
        } catch (UnsupportedOperationException e) {
            return Files.createTempFile(folder, ".new", "");
        }
    }
}
