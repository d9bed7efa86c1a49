package dev.cardea.server.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sets one variable in a file of variables, and leaves every other line as it is. */
final class EnvFile {
    private EnvFile() {}

    /** Whether a line of the file gives the variable a value. */
    static boolean has(Path file, String name) throws IOException {
        if (!Files.exists(file)) return false;
        return lineOf(name)
                .matcher(Files.readString(file, StandardCharsets.ISO_8859_1))
                .results()
                .anyMatch(line -> !line.group()
                        .substring(line.group().indexOf('=') + 1)
                        .replaceAll("[\\s'\"]", "")
                        .isEmpty());
    }

    private static Pattern lineOf(String name) {
        return Pattern.compile("(?m)^([ \\t]*(?:export[ \\t]+)?)" + Pattern.quote(name) + "[ \\t]*=[^\\r\\n]*");
    }

    static void set(Path file, String name, String value) throws IOException {
        var line = name + "=" + value;
        if (!Files.exists(file)) {
            create(file);
            Files.write(file, (line + "\n").getBytes(StandardCharsets.ISO_8859_1));
            return;
        }
        // Bytes in, bytes out: whatever the encoding is, other lines stay the same.
        var text = Files.readString(file, StandardCharsets.ISO_8859_1);
        Files.writeString(file, replaceOrAppend(text, name, line), StandardCharsets.ISO_8859_1);
    }

    private static String replaceOrAppend(String text, String name, String line) {
        var there = lineOf(name).matcher(text);
        if (there.find()) return there.replaceAll("$1" + Matcher.quoteReplacement(line));
        var end = text.contains("\r\n") ? "\r\n" : "\n";
        var gap = text.isEmpty() || text.endsWith("\n") ? "" : end;
        return text + gap + line + end;
    }

    /** For its owner alone, where the file system can say so. */
    private static void create(Path file) throws IOException {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (UnsupportedOperationException e) {
            Files.createFile(file);
        }
    }
}
