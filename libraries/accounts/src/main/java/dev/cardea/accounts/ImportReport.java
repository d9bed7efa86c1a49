package dev.cardea.accounts;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts what an import did, or what it would do. It has nothing of a password, a hash or an address. Immutable.
 *
 * @param created users who were stored
 * @param completed users of an earlier import that ended halfway, who got what they lacked
 * @param existing users who were there before, and haven't changed
 * @param hashes how many hashes of each kind the lines have: {@code argon2}, {@code bcrypt}, {@code pbkdf2}, {@code scrypt}
 * @param withoutPassword lines whose hash is left out, because the address isn't verified, or because it is Django's mark
 *     for a user without a password
 * @param unreadable how many lines can't be imported
 * @param problems what is wrong with the first 100 of them
 */
public record ImportReport(
        long created,
        long completed,
        long existing,
        Map<String, Long> hashes,
        long withoutPassword,
        long unreadable,
        List<Problem> problems) {
    private static final int MAX_PROBLEMS = 100;

    public ImportReport {
        hashes = Collections.unmodifiableMap(new TreeMap<>(hashes));
        problems = List.copyOf(problems);
    }

    /**
     * What is wrong with a line.
     *
     * @param line its number, from 1
     * @param reason without any value of the line
     */
    public record Problem(long line, String reason) {
        @Override
        public String toString() {
            return "line " + line + ": " + reason;
        }
    }

    /** Counts while an import runs. Not for sharing between threads. */
    static final class Tally {
        private final Map<ImportTarget.Outcome, Long> outcomes = new TreeMap<>();
        private final Map<String, Long> hashes = new TreeMap<>();
        private final List<Problem> problems = new ArrayList<>();
        private long withoutPassword;
        private long unreadable;

        void add(ImportedUser user, ImportTarget.Outcome outcome) {
            outcomes.merge(outcome, 1L, Long::sum);
            user.kindOfHash().ifPresent(kind -> hashes.merge(kind, 1L, Long::sum));
            if (user.hash() != null && user.password().isEmpty()) withoutPassword++;
        }

        void add(Problem problem) {
            unreadable++;
            if (problems.size() < MAX_PROBLEMS) problems.add(problem);
        }

        ImportReport report() {
            return new ImportReport(
                    count(ImportTarget.Outcome.CREATED),
                    count(ImportTarget.Outcome.COMPLETED),
                    count(ImportTarget.Outcome.EXISTING),
                    hashes,
                    withoutPassword,
                    unreadable,
                    problems);
        }

        private long count(ImportTarget.Outcome outcome) {
            return outcomes.getOrDefault(outcome, 0L);
        }
    }
}
