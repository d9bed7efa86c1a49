package dev.cardea.server.doctor;

import dev.cardea.server.doctor.Finding.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects findings, and passes each on at once, because some checks wait for other machines. Not thread-safe. */
public final class Diagnosis {
    private final Consumer<Finding> listener;
    private final List<Finding> findings = new ArrayList<>();

    /** @param listener receives each finding when it is known */
    public Diagnosis(Consumer<Finding> listener) {
        this.listener = listener;
    }

    void ok(Check check, String message) {
        add(Level.OK, check, message);
    }

    void advise(Check check, String message) {
        add(Level.ADVICE, check, message);
    }

    void broken(Check check, String message) {
        add(Level.BROKEN, check, message);
    }

    private void add(Level level, Check check, String message) {
        var finding = new Finding(level, check, message.replaceAll("\\p{Cntrl}+", " "));
        findings.add(finding);
        listener.accept(finding);
    }

    /** Returns all findings so far, in the order of the checks. */
    public List<Finding> findings() {
        return List.copyOf(findings);
    }

    /** Returns whether anything is broken. */
    public boolean isBroken() {
        return findings.stream().anyMatch(it -> it.level() == Level.BROKEN);
    }
}
