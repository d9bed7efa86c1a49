package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Request;
import dev.cardea.model.User;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Shows the user's plan in the session. */
public final class PlanField {
    public enum Plan {
        FREE,
        PRO
    }

    public record Me(String id, @Nullable String name, Plan plan) {}

    private PlanField() {}

    public static Callbacks callbacks(Function<User, Plan> plans) {
        return Callbacks.DEFAULT.show("plan", plans);
    }

    public static Optional<Me> me(Auth auth, Request request) {
        return auth.session(request).map(session -> session.as(Me.class));
    }
}
// end
