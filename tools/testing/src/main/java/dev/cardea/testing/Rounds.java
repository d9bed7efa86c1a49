package dev.cardea.testing;

/**
 * Scales how often a test repeats what is random: all rounds by default, and a share of them where a build has little
 * time. {@code -Dcardea.rounds=5} runs five per cent.
 */
public final class Rounds {
    /** The system property: a whole number of per cent, from 1 to 100. */
    public static final String PROPERTY = "cardea.rounds";

    private Rounds() {}

    /**
     * Returns how many rounds this build runs of that many, and always at least one.
     *
     * @throws IllegalArgumentException if the property is not a whole number from 1 to 100
     */
    public static int of(int all) {
        return of(all, System.getProperty(PROPERTY, "100"));
    }

    static int of(int all, String percent) {
        if (!percent.matches("[1-9][0-9]?|100")) {
            throw new IllegalArgumentException(PROPERTY + " is \"" + percent + "\"; set a number from 1 to 100");
        }
        return (int) Math.max(1, all * Long.parseLong(percent) / 100);
    }
}
