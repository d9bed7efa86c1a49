package dev.cardea.tests.fault;

import java.util.Map;

/** The faults that cannot be run again from their traces, with the reason. */
public final class NotReplayed {
    /** By the number of the fault; the reason is what {@code cardea explain --replay} says. */
    public static final Map<String, String> REASONS = Map.of(
            "R31", "what the profile function of the application returned is not in its trace",
            "R32", "the calls of other visitors, which filled the queue, are not in its trace",
            "R41", "which page shows errors is not in its trace",
            "R42", "no valid configuration was found, and a trace doesn't contain one",
            "R59", "a passkey signs with a key that only its device has");

    private NotReplayed() {}
}
