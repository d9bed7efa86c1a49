package dev.cardea.password;

import dev.cardea.token.Randomness;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes hashes of passwords, and tells whether a password is the right one.
 *
 * <pre>{@code
 * var passwords = Passwords.standard();
 * CredentialsProvider.of(passwords.check(people::byName).whenOutdated(people::keepHash))
 * }</pre>
 *
 * <p>New hashes are Argon2id (RFC 9106) as PHC strings. Hashes by bcrypt, scrypt, PBKDF2 and the other kinds of Argon2
 * are understood as well, as Spring Security, Django, Werkzeug, passlib and PHP write them. Nothing here logs. Safe for
 * concurrent use; make one for the application.
 */
public final class Passwords {
    private final Argon2 standard;
    private final Room room;
    private final int maximumLength;
    private final Randomness randomness;
    /** Compared with where there is nothing to compare with, which takes as long. */
    private final Argon2 nobodys;

    Passwords(Argon2 standard, Room room, int maximumLength, Randomness randomness) {
        this.standard = standard;
        this.room = room;
        this.maximumLength = maximumLength;
        this.randomness = randomness;
        nobodys = standard.with(randomness.bytes(Argon2.SALT), randomness.bytes(Argon2.TAG));
    }

    /** 19 MiB, two passes: about a tenth of a second. As many at once as there are processors. */
    public static Passwords standard() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * What to keep of a password.
     *
     * @throws IllegalArgumentException where it is empty, too long, or no text
     * @throws dev.cardea.error.TooManyRequestsException where the machine has too many of them to do
     */
    public String hash(String password) {
        var forms = forms(password);
        if (forms.isEmpty()) {
            throw new IllegalArgumentException(
                    "a password has at least one character and at most " + maximumLength + " of them");
        }
        byte[] salt = randomness.bytes(Argon2.SALT);
        return room.in(standard.mebibytes(), () -> standard.of(forms.get(0), salt))
                .text();
    }

    /**
     * Compares. What is empty, too long or no text is wrong at once, whoever enters it; everything else takes the time
     * that the hash takes, and without one the time that one of ours does.
     *
     * @param hash what was kept; {@code null} where there is no such user, or they have no password
     * @throws dev.cardea.error.TooManyRequestsException where the machine has too many of them to do
     */
    public Verdict verify(String password, @Nullable String hash) {
        var stored = hash == null ? Optional.<StoredHash>empty() : Formats.read(hash);
        var right = matching(password, stored.orElse(nobodys));
        if (stored.isEmpty()) return hash == null ? Verdict.WRONG : Verdict.UNREADABLE;
        if (right.isEmpty()) return Verdict.WRONG;
        boolean isUpToDate = stored.get() instanceof Argon2 it && it.isAsGoodAs(standard);
        return isUpToDate && right.get().equals(normalized(password)) ? Verdict.RIGHT : Verdict.RIGHT_BUT_OUTDATED;
    }

    /** Whether a password can be compared with it: for trying out a whole table before a move. */
    public boolean isReadable(String hash) {
        return Formats.read(hash).isPresent();
    }

    /** An {@code authorize} function for a {@link dev.cardea.provider.CredentialsProvider}. */
    public PasswordCheck check(PasswordCheck.Lookup lookup) {
        return PasswordCheck.of(this, lookup);
    }

    private Optional<String> matching(String password, StoredHash stored) {
        for (var form : forms(password)) {
            if (room.in(stored.mebibytes(), () -> stored.matches(form))) return Optional.of(form);
        }
        return Optional.empty();
    }

    /**
     * What the hash may have been made of: the normalized text as ours are, or the text as it is, by others. One
     * character can be typed in several ways (Unicode TR15), on a telephone in another than on a keyboard.
     */
    private List<String> forms(String password) {
        if (password.isEmpty() || password.codePointCount(0, password.length()) > maximumLength) return List.of();
        if (!isText(password)) return List.of();
        var normalized = normalized(password);
        return normalized.equals(password) ? List.of(password) : List.of(normalized, password);
    }

    private static String normalized(String password) {
        return Normalizer.normalize(password, Normalizer.Form.NFC);
    }

    /** Half a surrogate pair would be hashed as a question mark. */
    private static boolean isText(String password) {
        try {
            StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(password));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "Passwords";
    }

    /** How much work a hash is. What can be set here makes it more, or as much in another way. */
    public static final class Builder {
        private static final int LEAST_MEBIBYTES = 7;
        private static final int LEAST_WORK = 35;

        private int mebibytes = 19;
        private int passes = 2;
        private int atOnce = Runtime.getRuntime().availableProcessors();
        private int waiting = 100;
        private Duration patience = Duration.ofSeconds(5);
        private int maximumLength = 1024;
        private Randomness randomness = Randomness.secure();

        private Builder() {}

        /**
         * The memory that one hash takes, and how often it goes over it: 19 MiB and 2. Hashes with less count as outdated
         * from then on.
         *
         * @param memory in MiB, 7 to 512
         * @throws IllegalArgumentException out of these bounds, or where both multiplied are below 35
         */
        public Builder cost(int memory, int times) {
            if (memory > StoredHash.MOST_MEBIBYTES) throw new IllegalArgumentException("at most 512 MiB");
            if (memory < LEAST_MEBIBYTES || (long) memory * times < LEAST_WORK) {
                throw new IllegalArgumentException("so cheap a hash is soon guessed; 19 MiB and 2 times are usual");
            }
            mebibytes = memory;
            passes = times;
            return this;
        }

        /** How many at once: the processors. So much memory is set aside as these need. */
        public Builder atOnce(int number) {
            atOnce = positive(number);
            return this;
        }

        /** How many may wait, and for how long: 100, for 5 seconds. Who comes too late is told to try again. */
        public Builder waiting(int most, Duration longest) {
            waiting = most;
            patience = longest;
            return this;
        }

        /** In characters: 1024. */
        public Builder maximumLength(int characters) {
            maximumLength = positive(characters);
            return this;
        }

        /** Makes the salts. */
        public Builder randomness(Randomness source) {
            randomness = source;
            return this;
        }

        public Passwords build() {
            var standard = new Argon2(
                    Argon2.ID,
                    Argon2.VERSION,
                    mebibytes * 1024,
                    passes,
                    1,
                    new byte[Argon2.SALT],
                    new byte[Argon2.TAG]);
            var room = new Room(Math.multiplyExact(atOnce, mebibytes), waiting, patience);
            return new Passwords(standard, room, maximumLength, randomness);
        }

        private static int positive(int number) {
            if (number < 1) throw new IllegalArgumentException("at least 1");
            return number;
        }
    }
}
