package dev.cardea.micrometer.tracing;

/** Marks a span as failed: Micrometer takes an exception for it. It has no stack trace, and its message is a label. */
final class StepFailure extends Exception {
    private static final long serialVersionUID = 1;

    StepFailure(String label) {
        super(label, null, false, false);
    }
}
