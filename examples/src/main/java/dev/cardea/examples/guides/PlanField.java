package dev.cardea.examples.guides;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Request;
import dev.cardea.model.User;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shows the user's plan in the session. */
public final class PlanField {
    // sample
    public enum Plan {
        FREE,
        PRO
    }

    public record Me(String id, @Nullable String name, Plan plan) {}
    // end

    /** Which plan a user has. */
    public interface Plans {
        Plan of(User user);
    }

    private PlanField() {}

    public static void addTo(AuthConfig.Builder config, Plans plans) {
        // sample
        config.callbacks(Callbacks.DEFAULT.show("plan", plans::of));
        // end
    }

    public static Optional<Me> me(Auth auth, Request request) {
        // sample
        var me = auth.session(request).map(session -> session.as(Me.class));
        // end
        return me;
    }
}
