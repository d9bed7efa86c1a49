package dev.cardea.examples.guides;

// sample
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;

public final class StaffOnly {
    private StaffOnly() {}

    public static Callbacks callbacks() {
        return Callbacks.DEFAULT.signIn(p -> Decision.allowIf(VerifiedAddress.of(p)
                .filter(address -> address.endsWith("@acme.example"))
                .isPresent()));
    }
}
// end
