package dev.cardea.adapter.jdbc;

/**
 * What a cleanup removed. Immutable.
 *
 * @param sessions expired sessions, and records of expired sessions
 * @param verificationTokens expired sign-in links and codes
 * @param usedTokens expired records of what may be used once
 * @param records expired records of modules
 */
public record RemovedRows(long sessions, long verificationTokens, long usedTokens, long records) {
    /** Returns the number of all rows. */
    public long total() {
        return sessions + verificationTokens + usedTokens + records;
    }
}
