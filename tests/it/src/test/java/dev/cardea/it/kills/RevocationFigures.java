package dev.cardea.it.kills;

/**
 * For how long sessions were accepted that had ended.
 *
 * @param millis for each end, the last acceptance after it by another process, from the shortest to the longest
 * @param acceptedUnread by a process that has not reached the store for longer
 */
record RevocationFigures(long[] millis, int acceptedByEnding, int refusedLive, int acceptedUnread) {
    long worst() {
        return millis.length == 0 ? 0 : millis[millis.length - 1];
    }

    private long quantile(double part) {
        return millis.length == 0 ? 0 : millis[(int) Math.min(millis.length - 1, part * millis.length)];
    }

    @Override
    public String toString() {
        return "%d ends: accepted for %d ms (median), %d (p99), %d (worst); by the own process %d, unread %d; live refused %d"
                .formatted(
                        millis.length,
                        quantile(0.5),
                        quantile(0.99),
                        worst(),
                        acceptedByEnding,
                        acceptedUnread,
                        refusedLive);
    }
}
