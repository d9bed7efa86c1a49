package dev.cardea.server.doctor;

import dev.cardea.server.doctor.CheckResult.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects findings, and passes each on at once, because some checks wait for other machines. Not thread-safe. */
public final class Diagnosis {
    private final Consumer<CheckResult> listener;
    private final List<CheckResult> findings = new ArrayList<>();

    /** @param listener receives each finding when it is known */
    public Diagnosis(Consumer<CheckResult> listener) {
        this.listener = listener;
    }

    void ok(DoctorCheck check, String message) {
        add(Level.OK, check, message);
    }

    void advise(DoctorCheck check, String message) {
        add(Level.ADVICE, check, message);
    }

    void broken(DoctorCheck check, String message) {
        add(Level.BROKEN, check, message);
    }

    private void add(Level level, DoctorCheck check, String message) {
        var finding = new CheckResult(level, check, message.replaceAll("\\p{Cntrl}+", " "));
        findings.add(finding);
        listener.accept(finding);
    }

    /** Returns all findings so far, in the order of the checks. */
    public List<CheckResult> findings() {
        return List.copyOf(findings);
    }

    /** Returns whether anything is broken. */
    public boolean isBroken() {
        return findings.stream().anyMatch(it -> it.level() == Level.BROKEN);
    }
}
