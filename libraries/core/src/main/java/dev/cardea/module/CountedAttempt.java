package dev.cardea.module;

/** An attempt that {@link RouteRequest#countAttempt(String, String, dev.cardea.limit.Limit)} has counted. */
public interface CountedAttempt {
    /** Gives the attempt back, for one that has succeeded. Never throws; call it at most once. */
    void refund();
}
