package dev.cardea.examples.guides;

// sample

import dev.cardea.attacks.Attacks;

/** Attacks the running application, and fails if a defence is off. */
public final class AttackCheck {
    private AttackCheck() {}

    public static void run(String address) {
        var report = Attacks.against(address).protectedPath("/account").run();
        if (!report.findings().isEmpty()) throw new AssertionError(report.describe());
    }
}
// end
