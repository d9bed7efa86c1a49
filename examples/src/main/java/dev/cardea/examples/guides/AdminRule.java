package dev.cardea.examples.guides;

// sample
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.model.SessionPrincipal;

/** Pages below /admin are for administrators, all other protected pages for signed-in users. */
public final class AdminRule {
    private AdminRule() {}

    public static Callbacks callbacks() {
        return Callbacks.DEFAULT.authorized(p -> {
            if (p.auth() == null) return Decision.deny();
            boolean isForAdmins = p.path().equals("/admin") || p.path().startsWith("/admin/");
            return Decision.allowIf(
                    !isForAdmins || SessionPrincipal.of(p.auth()).roles().contains("ADMIN"));
        });
    }
}
// end
