package dev.cardea.examples.guides;

// sample
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Trigger;
import dev.cardea.json.Claim;
import dev.cardea.model.Session;
import java.util.Set;

/** The workspace of a token session (JWT), which the signed-in user may change. */
public final class Workspaces {
    public static final Claim<String> WORKSPACE = Claim.text("workspace");
    private static final Set<String> ALL = Set.of("sales", "support");

    private Workspaces() {}

    /** Accepts a change only if the workspace exists. */
    public static Callbacks callbacks() {
        return Callbacks.DEFAULT
                .jwt(p -> {
                    if (p.trigger() != Trigger.UPDATE || p.session() == null) return p.token();
                    var wanted = Session.ofJson(p.session()).get(WORKSPACE).orElse("");
                    return ALL.contains(wanted) ? p.token().with(WORKSPACE, wanted) : p.token();
                })
                .session(p -> p.token() == null
                        ? p.session()
                        : p.session().with(WORKSPACE, p.token().get(WORKSPACE).orElse("sales")));
    }
}
// end
