package dev.cardea.fuzz;

/** Fails the target if something does not hold. */
public final class Hold {
    private Hold() {}

    public static void that(boolean holds, String rule) {
        if (!holds) throw new AssertionError(rule);
    }
}
