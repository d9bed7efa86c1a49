package dev.cardea;

import java.util.List;

/** Looks into a builder, for tests of what the environment filled in. */
public final class Probe {
    private Probe() {}

    public static String basePath(AuthConfig.Builder builder) {
        return builder.basePath;
    }

    public static List<String> secrets(AuthConfig.Builder builder) {
        return builder.secret;
    }

    public static String redirectProxyUrl(AuthConfig.Builder builder) {
        return builder.redirectProxyUrl;
    }

    public static Boolean trustHost(AuthConfig.Builder builder) {
        return builder.trustHost;
    }
}
