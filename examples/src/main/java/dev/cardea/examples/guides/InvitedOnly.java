package dev.cardea.examples.guides;

import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.module.Extension;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

// sample
/** The module: only visitors who know a code can sign up. */
public record InvitedOnly(Set<String> codes) implements Extension<AuthConfig.Builder> {
    private static final Map<String, String> ENGLISH = Map.of(
            "invitation.title", "Enter your code",
            "error.NotInvited.heading", "Do you have a code?",
            "error.NotInvited.text", "Enter it first, and then sign in again.");

    @Override
    public void configure(AuthConfig.Builder config, Env env) {
        config.texts(config.texts().withDefaults(Locale.ENGLISH, ENGLISH));
    }

    /** The secret, from which the key of the cookie is derived, is known only now. */
    @Override
    public void complete(AuthConfig.Builder config) {
        var invitation = config.moduleCookie("invitation", Duration.ofMinutes(15));
        config.route(new InvitationRoute(codes, invitation, config.texts())).signInStep(new InvitationStep(invitation));
    }
}
// end
