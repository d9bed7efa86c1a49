package dev.cardea.internal.method.email;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.error.AdapterException;
import dev.cardea.jose.Hashes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Codes that could be guessed. Five wrong tries end a code, and a new code replaces the older ones of its mailbox.
 *
 * <p>Who requests mails for a mailbox, or sends wrong codes, could so end its owner's code each time. Therefore the browser
 * that requested a code keeps its own five tries, and no code that another browser requests replaces its code.
 *
 * <p>All of it is kept in rows of verification tokens, so it holds for every store and for all processes that share it. The
 * row of a code has in its key the second at which it expires, and the row of its tries is found without the code:
 *
 * <pre>
 * code    hash(code, expires)              one row, taken out by the sign-in
 * code    hash(code, expires, browser)     the same, for a code that only one browser can redeem
 * tries   hash(the mailbox's, n wrong)     the newest code of the mailbox, for all browsers
 * tries   hash(the browser's, n wrong)     the code that one browser requested
 * </pre>
 *
 * A guess takes the row of tries out, so guesses at the same moment do not count as one, and puts it back with one try less.
 * The row without tries stays, so that the next code of the mailbox expires at another second.
 */
final class ShortCodes {
    /** From here on guessing is hopeless (OWASP ASVS 5.0, 6.6.3). */
    private static final double ENOUGH_BITS = 64;

    private static final int TRIES = 5;
    private static final String MAILBOX = "";

    private final Store store;
    private final String providerId;
    private final List<String> suffixes;

    /** @param suffixes what is hashed with each value: the newest secret first, then those before a rotation */
    ShortCodes(Store store, String providerId, List<String> suffixes) {
        this.store = store;
        this.providerId = providerId;
        this.suffixes = suffixes;
    }

    /** Returns whether a code of this length and these characters has less than 64 bits, however well it was chosen. */
    static boolean isShort(String code) {
        int alphabet = 0;
        if (code.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80)) {
            alphabet = code.chars().allMatch(c -> c >= '0' && c <= '9') ? 10 : 16;
        } else {
            if (code.chars().anyMatch(c -> c >= '0' && c <= '9')) alphabet += 10;
            if (code.chars().anyMatch(c -> c >= 'a' && c <= 'z')) alphabet += 26;
            if (code.chars().anyMatch(c -> c >= 'A' && c <= 'Z')) alphabet += 26;
            if (!code.chars().allMatch(c -> c < 0x80 && Character.isLetterOrDigit(c))) alphabet += 32;
        }
        return code.length() * Math.log(Math.max(alphabet, 1)) / Math.log(2) < ENOUGH_BITS;
    }

    /** A code that is stored: when it expires, and how to take it back if its mail does not leave. */
    record StoredCode(Instant expires, Runnable undo) {}

    /**
     * Stores a code, and replaces the one before it.
     *
     * @param browser a random name of the browser that requested it
     */
    StoredCode store(String mailbox, String code, String browser, Instant expires) {
        var before = take(mailbox, MAILBOX);
        // A code's row has the second of its end in its key, so that one of the same second has to end later.
        var end = expires.truncatedTo(ChronoUnit.SECONDS);
        if (before.isPresent() && !before.get().row.expires().isBefore(end)) {
            end = before.get().row.expires().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        }
        var newest = suffixes.get(0);
        var rows = List.of(
                row(mailbox, codeKey(code, end, newest), end),
                row(mailbox, triesKey(browser, 0, newest), end),
                row(mailbox, triesKey(MAILBOX, 0, newest), end));
        rows.forEach(this::putNew);
        return new StoredCode(end, () -> {
            rows.forEach(row -> use(row.identifier(), row.token()));
            before.ifPresent(tries -> putAgain(tries.row));
        });
    }

    /** Stores a code that no other browser can redeem or replace. */
    StoredCode storeBound(String mailbox, String code, String browser, Instant expires) {
        var end = expires.truncatedTo(ChronoUnit.SECONDS);
        var newest = suffixes.get(0);
        var rows = List.of(
                row(mailbox, boundKey(code, browser, end, newest), end),
                row(mailbox, triesKey(browser, 0, newest), end));
        rows.forEach(this::put);
        return new StoredCode(end, () -> rows.forEach(row -> use(row.identifier(), row.token())));
    }

    /** Ends the code of a browser: without its row of tries it can't be redeemed. */
    void end(String mailbox, String browser) {
        take(mailbox, browser);
    }

    /** Replaces what a request of the same moment has put there. */
    private void putNew(VerificationToken row) {
        try {
            put(row);
        } catch (AdapterException e) {
            if (!StoreException.isCausedBy(DuplicateKeyException.class, e)) throw e;
            use(row.identifier(), row.token());
            putAgain(row);
        }
    }

    /** What a sign-in took out: the row of the code, and how to put everything back. */
    record RedeemedCode(VerificationToken code, Runnable restore) {}

    /**
     * Takes a code out, once. Empty where it is wrong, expired, replaced or has no tries left.
     *
     * @param browser the name of the browser that requested a code; {@code null} where this one has not
     */
    Optional<RedeemedCode> redeem(String mailbox, String code, @Nullable String browser) {
        var redeemed = browser == null ? Optional.<RedeemedCode>empty() : guess(mailbox, code, browser);
        return redeemed.isPresent() ? redeemed : guess(mailbox, code, MAILBOX);
    }

    private Optional<RedeemedCode> guess(String mailbox, String code, String holder) {
        return guess(mailbox, holder, tries -> suffix -> codeKey(code, tries.row.expires(), suffix))
                .redeemed();
    }

    /**
     * Takes a code out that only this browser can redeem, once.
     *
     * @param browser its name
     */
    Guess redeemBound(String mailbox, String code, String browser) {
        return guess(mailbox, browser, tries -> suffix -> boundKey(code, browser, tries.row.expires(), suffix));
    }

    /**
     * What a guess led to.
     *
     * @param triesLeft how many wrong guesses may follow
     */
    record Guess(Optional<RedeemedCode> redeemed, int triesLeft) {}

    private Guess guess(String mailbox, String holder, Function<Tries, Function<String, String>> codeKey) {
        var tries = take(mailbox, holder).orElse(null);
        if (tries == null) return new Guess(Optional.empty(), 0);
        Optional<VerificationToken> found;
        try {
            found = tries.wrong == TRIES ? Optional.empty() : codeRow(mailbox, codeKey.apply(tries));
        } catch (AdapterException e) {
            restore(tries.row, e);
            throw e;
        }
        if (found.isPresent()) {
            return new Guess(found.map(row -> new RedeemedCode(row, () -> putBack(row, tries.row))), 0);
        }
        int wrong = Math.min(tries.wrong + 1, TRIES);
        putAgain(row(mailbox, triesKey(holder, wrong, tries.suffix), tries.row.expires()));
        return new Guess(Optional.empty(), TRIES - wrong);
    }

    private Optional<VerificationToken> codeRow(String mailbox, Function<String, String> codeKey) {
        for (var suffix : suffixes) {
            var found = use(mailbox, codeKey.apply(suffix));
            if (found.isPresent()) return found;
        }
        return Optional.empty();
    }

    /** A row of tries that was taken out: how many were wrong, and with which secret its key was made. */
    private record Tries(VerificationToken row, int wrong, String suffix) {}

    private Optional<Tries> take(String mailbox, String holder) {
        for (var suffix : suffixes) {
            for (int wrong = 0; wrong <= TRIES; wrong++) {
                var row = use(mailbox, triesKey(holder, wrong, suffix));
                if (row.isPresent()) return Optional.of(new Tries(row.get(), wrong, suffix));
            }
        }
        return Optional.empty();
    }

    private void putBack(VerificationToken code, VerificationToken tries) {
        put(code);
        putAgain(tries);
    }

    /** Another request may have put a newer row there: then the older code has been replaced. */
    private void putAgain(VerificationToken row) {
        try {
            put(row);
        } catch (AdapterException e) {
            if (!StoreException.isCausedBy(DuplicateKeyException.class, e)) throw e;
        }
    }

    private void restore(VerificationToken tries, AdapterException failure) {
        try {
            putAgain(tries);
        } catch (AdapterException e) {
            failure.addSuppressed(e);
        }
    }

    private VerificationToken put(VerificationToken row) {
        return store.createVerificationToken(row);
    }

    private Optional<VerificationToken> use(String mailbox, String token) {
        return store.useVerificationToken(mailbox, token);
    }

    private static VerificationToken row(String mailbox, String token, Instant expires) {
        return new VerificationToken(mailbox, token, expires);
    }

    private String codeKey(String code, Instant expires, String suffix) {
        return key("code", List.of(String.valueOf(expires.getEpochSecond()), code), suffix);
    }

    private String boundKey(String code, String browser, Instant expires, String suffix) {
        return key("bound", List.of(String.valueOf(expires.getEpochSecond()), code, browser), suffix);
    }

    private String triesKey(String holder, int wrong, String suffix) {
        return key("tries", List.of(String.valueOf(wrong), holder), suffix);
    }

    private String key(String kind, List<String> values, String suffix) {
        var parts = new ArrayList<>(List.of(kind, providerId));
        parts.addAll(values);
        return Hashes.hmacSha256Hex(suffix, String.join("\n", parts));
    }
}
