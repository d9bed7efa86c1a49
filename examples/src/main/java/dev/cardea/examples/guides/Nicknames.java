package dev.cardea.examples.guides;

import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.module.Extension;
import java.util.Map;

// sample
/** The module: one line in the application's configuration adds it. */
public record Nicknames(Map<String, String> nicknames) implements Extension<AuthConfig.Builder> {
    @Override
    public void configure(AuthConfig.Builder config, Env env) {
        config.route(new NicknameRoute(nicknames));
    }
}
// end
