package dev.cardea.examples.guides;

// sample
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.SessionParams;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes the role into the token at sign-in, and shows it in the session. */
public final class TokenRoles {
    private TokenRoles() {}

    public static Callbacks callbacks(Function<User, String> roles) {
        return Callbacks.DEFAULT
                .jwt(p -> p.user() == null ? p.token() : p.token().with("role", roles.apply(p.user())))
                .session(TokenRoles::withRole);
    }

    private static @Nullable Session withRole(SessionParams p) {
        var session = Callbacks.DEFAULT.session().apply(p);
        return session == null || p.token() == null
                ? session
                : session.with("role", p.token().text("role"));
    }
}
// end
