package dev.cardea.examples.docs;

import dev.cardea.AuthConfig;

/** Preview deployments that sign in through a stable one. */
public final class Previews {
    private Previews() {}

    public static AuthConfig.Builder preview(AuthConfig.Builder config) {
        // sample
        config.url("https://app-7f3a-team.preview.example").redirectProxyUrl("https://login.example/auth");
        // end
        return config;
    }

    public static AuthConfig.Builder proxy(AuthConfig.Builder config) {
        // sample
        config.url("https://login.example")
                .redirectProxyUrl("https://login.example/auth")
                .redirectProxyOrigins("https://*-team.preview.example");
        // end
        return config;
    }
}
