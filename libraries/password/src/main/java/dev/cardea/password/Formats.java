package dev.cardea.password;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Recognises the formats of hashes. A text in another format, or with excessive parameters, is not a hash. */
final class Formats {
    private static final int MAX_LENGTH = 1024;
    private static final String B64 = "([A-Za-z0-9+/.]+=*)";
    private static final String HEX = "([0-9a-f]+)";
    private static final String NUMBER = "(\\d{1,9})";

    private record Format(Pattern pattern, Function<MatchResult, StoredHash> read) {
        static Format of(String pattern, Function<MatchResult, StoredHash> read) {
            return new Format(Pattern.compile(pattern), read);
        }
    }

    private static final List<Format> ALL = List.of(
            // PHC string format; Spring Security prefixes the encoder's name, Django the word argon2.
            Format.of(
                    "(?:\\{argon2(?:@SpringSecurity_v5_8)?}|argon2)?\\$argon2(d|i|id)(?:\\$v=" + NUMBER + ")?\\$m="
                            + NUMBER + ",t=" + NUMBER + ",p=" + NUMBER + "\\$" + B64 + "\\$" + B64,
                    it -> new Argon2(
                            List.of("d", "i", "id").indexOf(it.group(1)),
                            it.group(2) == null ? 0x10 : number(it, 2),
                            number(it, 3),
                            number(it, 4),
                            number(it, 5),
                            base64(it, 6),
                            base64(it, 7))),
            Format.of(
                    "\\$scrypt\\$ln=" + NUMBER + ",r=" + NUMBER + ",p=" + NUMBER + "\\$" + B64 + "\\$" + B64,
                    it -> new Scrypt(number(it, 1), number(it, 2), number(it, 3), base64(it, 4), base64(it, 5))),
            Format.of(
                    "\\$pbkdf2(?:-(sha1|sha256|sha512))?\\$(?:i=)?" + NUMBER + "(?:,l=\\d+)?\\$" + B64 + "\\$" + B64,
                    it -> new Pbkdf2(
                            digest(it.group(1) == null ? "sha1" : it.group(1)),
                            number(it, 2),
                            base64(it, 3),
                            base64(it, 4))),
            // crypt(3); {bcrypt} is Spring Security's, bcrypt Django's
            Format.of(
                    "(?:\\{bcrypt}|bcrypt\\$)?(\\$2[aby]\\$(\\d\\d)\\$[./A-Za-z0-9]{53})",
                    it -> new Bcrypt(it.group(1), number(it, 2), false)),
            // Spring Security
            Format.of(
                    "\\{scrypt(?:@SpringSecurity_v5_8)?}\\$([0-9a-f]{5,7})\\$" + B64 + "\\$" + B64,
                    it -> springScrypt(Integer.parseInt(it.group(1), 16), base64(it, 2), base64(it, 3))),
            Format.of(
                    "\\{pbkdf2}" + "([0-9a-f]{16})([0-9a-f]{64})",
                    it -> new Pbkdf2("SHA1", 185_000, hex(it, 1), hex(it, 2))),
            Format.of(
                    "\\{pbkdf2@SpringSecurity_v5_8}([0-9a-f]{32})([0-9a-f]{64})",
                    it -> new Pbkdf2("SHA256", 310_000, hex(it, 1), hex(it, 2))),
            // Django
            Format.of(
                    "pbkdf2_(sha1|sha256)\\$" + NUMBER + "\\$([^$]+)\\$" + B64,
                    it -> new Pbkdf2(digest(it.group(1)), number(it, 2), text(it, 3), base64(it, 4))),
            Format.of(
                    "scrypt\\$" + NUMBER + "\\$([^$]+)\\$" + NUMBER + "\\$" + NUMBER + "\\$" + B64,
                    it -> new Scrypt(log(number(it, 1)), number(it, 3), number(it, 4), text(it, 2), base64(it, 5))),
            Format.of(
                    "bcrypt_sha256\\$(\\$2[aby]\\$(\\d\\d)\\$[./A-Za-z0-9]{53})",
                    it -> new Bcrypt(it.group(1), number(it, 2), true)),
            // Werkzeug, used by Flask
            Format.of(
                    "pbkdf2:(sha1|sha256|sha512):" + NUMBER + "\\$([^$]+)\\$" + HEX,
                    it -> new Pbkdf2(digest(it.group(1)), number(it, 2), text(it, 3), hex(it, 4))),
            Format.of(
                    "scrypt:" + NUMBER + ":" + NUMBER + ":" + NUMBER + "\\$([^$]+)\\$" + HEX,
                    it -> new Scrypt(log(number(it, 1)), number(it, 2), number(it, 3), text(it, 4), hex(it, 5))));

    private Formats() {}

    static Optional<StoredHash> read(String text) {
        if (text.length() > MAX_LENGTH) return Optional.empty();
        for (var format : ALL) {
            var found = format.pattern.matcher(text);
            if (found.matches()) return read(format, found);
        }
        return Optional.empty();
    }

    private static Optional<StoredHash> read(Format format, MatchResult found) {
        try {
            return Optional.of(format.read.apply(found));
        } catch (IllegalArgumentException outOfBounds) {
            return Optional.empty();
        }
    }

    /** Reads cost, block size and lanes from one number. */
    private static Scrypt springScrypt(int parameters, byte[] salt, byte[] key) {
        return new Scrypt(parameters >> 16, parameters >> 8 & 0xff, parameters & 0xff, salt, key);
    }

    private static int number(MatchResult found, int group) {
        return Integer.parseInt(found.group(group));
    }

    /** Returns the logarithm of a power of two. */
    private static int log(int n) {
        if (Integer.bitCount(n) != 1) throw new IllegalArgumentException("N of scrypt must be a power of two");
        return Integer.numberOfTrailingZeros(n);
    }

    /** passlib writes a dot instead of a plus. */
    private static byte[] base64(MatchResult found, int group) {
        return Base64.getDecoder().decode(found.group(group).replace('.', '+'));
    }

    private static byte[] hex(MatchResult found, int group) {
        return HexFormat.of().parseHex(found.group(group));
    }

    private static byte[] text(MatchResult found, int group) {
        return found.group(group).getBytes(StandardCharsets.UTF_8);
    }

    private static String digest(String name) {
        return name.toUpperCase(Locale.ROOT);
    }
}
