package dev.cardea.examples.guides;

// sample
import dev.cardea.AuthConfig;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import java.util.Set;

/** Rejects blocked email addresses, and reports sign-ins. */
public final class SignInHooks {
    private static final System.Logger LOG = System.getLogger("sign-in");
    private static final Set<String> BLOCKED = Set.of("eve@example.com");

    private SignInHooks() {}

    public static AuthConfig.Builder on(AuthConfig.Builder config) {
        return config.callbacks(Callbacks.DEFAULT.signIn(p -> Decision.allowIf(
                        !BLOCKED.contains(String.valueOf(p.user().email())))))
                .events(new SignInLog(line -> LOG.log(System.Logger.Level.INFO, line)));
    }
}
// end
