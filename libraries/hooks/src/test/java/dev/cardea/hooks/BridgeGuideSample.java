package dev.cardea.hooks;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.provider.OAuthProvider;
import java.util.List;

/** The sample of docs/bridge.md, compiled. */
final class BridgeGuideSample {
    private BridgeGuideSample() {}

    static Auth auth(List<String> secrets, OAuthProvider google) {
        // sample
        var hooks = Hooks.of(HookSettings.at("https://app.example/api/auth/hooks"), secrets);
        hooks.start(); // asks the site which callbacks and events it has, now and every minute
        var auth = Auth.of(AuthConfig.builder()
                .secret(secrets)
                .bridge(true)
                .callbacks(hooks.callbacks())
                .events(hooks.events())
                .application(hooks)
                .provider(hooks.provider(google)) // profile and account, if the site has them
                .build());
        // end
        return auth;
    }
}
