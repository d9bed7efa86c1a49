package dev.cardea.password;

import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.PasswordHash.Algorithm;
import dev.cardea.token.Randomness;
import java.lang.System.Logger.Level;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hashes passwords and verifies them.
 *
 * <pre>{@code
 * var passwords = Passwords.standard();
 * CredentialsProvider.of(passwords.check(people::byName).whenOutdated(people::keepHash))
 * }</pre>
 *
 * <p>New hashes are Argon2id (RFC 9106) as PHC strings. Hashes by bcrypt, scrypt, PBKDF2 and the other kinds of Argon2
 * are supported too, in the formats of Spring Security, Django, Werkzeug, passlib and PHP. Nothing of a password or a hash is
 * logged. Safe for concurrent use; make one instance for the application.
 */
public final class Passwords {
    private static final System.Logger LOG = System.getLogger("dev.cardea.password");

    private final Argon2 standard;
    private final MemoryBudget budget;
    private final int maximumLength;
    private final Randomness randomness;
    /** Verified if there is no hash, which takes as long as for a real one. */
    private final Argon2 nobodys;

    /** {@code null}: for ever. */
    private final @Nullable Instant foreignUntil;

    private final Clock clock;
    private final AtomicBoolean hasWarned = new AtomicBoolean();

    private Passwords(Argon2 standard, MemoryBudget budget, Builder settings) {
        this.standard = standard;
        this.budget = budget;
        maximumLength = settings.maximumLength;
        randomness = settings.randomness;
        foreignUntil = settings.foreignUntil;
        clock = settings.clock;
        nobodys = standard.with(randomness.bytes(Argon2.SALT), randomness.bytes(Argon2.TAG));
    }

    /** Uses 19 MiB and two passes, about a tenth of a second, for as many passwords at once as there are processors. */
    public static Passwords standard() {
        return builder().build();
    }

    /**
     * Uses 1 MiB and one pass, a fortieth of the work of {@link #standard}: for tests that sign up many users. Never store such
     * a hash for a real user, as most passwords are found from it immediately. Each call logs a warning. Callers wait up
     * to five minutes, so a busy machine rejects no password.
     */
    public static Passwords forTests() {
        LOG.log(Level.WARNING, "password hashes are as weak as in tests; replace Passwords.forTests() in production");
        var settings = new Builder();
        settings.mebibytes = 1;
        settings.passes = 1;
        // One hash of another program may take all of this memory, on a busy machine for seconds.
        settings.waiting(1_000, Duration.ofMinutes(5));
        return settings.build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the hash to store for a password.
     *
     * @throws IllegalArgumentException if the password is empty, too long, or not valid text
     * @throws dev.cardea.error.TooManyRequestsException if the machine already has too many passwords to process
     */
    public String hash(String password) {
        var forms = forms(password);
        if (forms.isEmpty()) {
            throw new IllegalArgumentException(
                    "a password must have at least one character and at most " + maximumLength + " of them");
        }
        byte[] salt = randomness.bytes(Argon2.SALT);
        return budget.reserve(
                        standard.mebibytes(), () -> time(standard.algorithm(), () -> standard.of(forms.get(0), salt)))
                .text();
    }

    /**
     * Verifies a password. One that is empty, too long or not valid text is rejected immediately. Any other takes the
     * time of the given hash, or without a hash the time of a new one.
     *
     * @param hash the stored hash; {@code null} if the user is unknown or has no password
     * @throws dev.cardea.error.TooManyRequestsException if the machine already has too many passwords to process
     */
    public PasswordResult verify(String password, @Nullable String hash) {
        var stored =
                hash == null ? Optional.<StoredHash>empty() : Formats.read(hash).filter(this::isAccepted);
        var right = matching(password, stored.orElse(nobodys));
        if (stored.isEmpty()) return hash == null ? PasswordResult.WRONG : PasswordResult.UNREADABLE;
        if (right.isEmpty()) return PasswordResult.WRONG;
        boolean isUpToDate = stored.get() instanceof Argon2 it && it.isAsGoodAs(standard);
        return isUpToDate && right.get().equals(normalized(password))
                ? PasswordResult.RIGHT
                : PasswordResult.RIGHT_BUT_OUTDATED;
    }

    private boolean isAccepted(StoredHash stored) {
        if (stored instanceof Argon2 it && isOwn(it)) return true;
        if (foreignUntil != null) return clock.instant().isBefore(foreignUntil);
        if (!hasWarned.getAndSet(true)) {
            LOG.log(
                    Level.WARNING,
                    "users still have password hashes of another program, whose time tells attackers which users "
                            + "exist; set foreignUntil");
        }
        return true;
    }

    /** Whether an instance with these settings, or those of any {@link Builder}, makes such a hash. */
    private boolean isOwn(Argon2 it) {
        boolean isWork = it.mebibytes() >= Builder.MIN_MEBIBYTES && it.mebibytes() * it.passes() >= Builder.MIN_WORK;
        return it.type() == Argon2.ID
                && it.version() == Argon2.VERSION
                && it.lanes() == 1
                && (isWork || it.isAsGoodAs(standard));
    }

    /** Returns whether a password can be verified with this hash: to check a whole table before a migration. */
    public boolean isReadable(String hash) {
        return algorithm(hash).isPresent();
    }

    /** Returns the kind of a hash; empty if no password can be verified with it. */
    public Optional<Algorithm> algorithm(String hash) {
        return Formats.read(hash).map(StoredHash::algorithm);
    }

    /** Makes an {@code authorize} function for a {@link dev.cardea.provider.CredentialsProvider}. */
    public PasswordCheck check(PasswordCheck.Lookup lookup) {
        return PasswordCheck.of(this::verify, this::hash, lookup);
    }

    /** Returns how many callers wait for memory at the moment. */
    public int waiting() {
        return budget.waiting();
    }

    private static <T> T time(Algorithm algorithm, Supplier<T> work) {
        long start = System.nanoTime();
        try {
            return work.get();
        } finally {
            Observation.current().add(new Step.PasswordHash(algorithm, Duration.ofNanos(System.nanoTime() - start)));
        }
    }

    private Optional<String> matching(String password, StoredHash stored) {
        for (var form : forms(password)) {
            boolean matches =
                    budget.reserve(stored.mebibytes(), () -> time(stored.algorithm(), () -> stored.matches(form)));
            if (matches) return Optional.of(form);
        }
        return Optional.empty();
    }

    /**
     * Returns the texts that the hash may be of: the normalized text as in new hashes, or the unchanged text as in
     * those of other systems. One character can be typed in several ways (Unicode TR15), differently on a telephone and
     * on a keyboard.
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

    /** Sets how much work a hash is. Every setting requires at least the work of the default. */
    public static final class Builder {
        private static final int MIN_MEBIBYTES = 7;
        private static final int MIN_WORK = 35;

        private int mebibytes = 19;
        private int passes = 2;
        private int atOnce = Runtime.getRuntime().availableProcessors();
        private int waiting = 100;
        private Duration patience = Duration.ofSeconds(5);
        private int maximumLength = 1024;
        private Randomness randomness = Randomness.secure();
        private @Nullable Instant foreignUntil;
        private Clock clock = Clock.systemUTC();

        private Builder() {}

        /**
         * Sets the memory of one hash and the number of passes: 19 MiB and 2 by default. Hashes with less count as
         * outdated from then on.
         *
         * @param memory in MiB, 7 to 512
         * @throws IllegalArgumentException outside these bounds, or if their product is below 35
         */
        public Builder cost(int memory, int times) {
            if (memory > StoredHash.MAX_MEBIBYTES) throw new IllegalArgumentException("at most 512 MiB");
            if (memory < MIN_MEBIBYTES || (long) memory * times < MIN_WORK) {
                throw new IllegalArgumentException("a hash this cheap is easy to guess; 19 MiB and 2 passes are usual");
            }
            mebibytes = memory;
            passes = times;
            return this;
        }

        /**
         * Sets how many passwords are processed at once: as many as processors by default. The memory for them is
         * reserved.
         */
        public Builder atOnce(int number) {
            atOnce = positive(number);
            return this;
        }

        /**
         * Sets how many callers may wait, and for how long: 100, for 5 seconds. Later callers are asked to try again.
         */
        public Builder waiting(int most, Duration longest) {
            waiting = most;
            patience = longest;
            return this;
        }

        /** Sets the maximum length in characters: 1024 by default. */
        public Builder maximumLength(int characters) {
            maximumLength = positive(characters);
            return this;
        }

        /** Sets the source of the salts. */
        public Builder randomness(Randomness source) {
            randomness = source;
            return this;
        }

        /**
         * Sets until when hashes of other programs are accepted; for ever by default, with a warning in the log. From then on
         * such a hash is {@link PasswordResult#UNREADABLE}, and its user needs a new password. Hashes that this class can
         * have made stay, also with a lower {@link #cost}.
         */
        public Builder foreignUntil(Instant end) {
            foreignUntil = end;
            return this;
        }

        /** Sets the clock for {@link #foreignUntil}. */
        public Builder clock(Clock source) {
            clock = source;
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
            var budget = new MemoryBudget(Math.multiplyExact(atOnce, mebibytes), waiting, patience);
            return new Passwords(standard, budget, this);
        }

        private static int positive(int number) {
            if (number < 1) throw new IllegalArgumentException("at least 1");
            return number;
        }
    }
}
