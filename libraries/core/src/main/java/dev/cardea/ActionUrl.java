package dev.cardea;

import dev.cardea.action.AuthAction;
import dev.cardea.action.BadRequestException;
import dev.cardea.config.Env;
import dev.cardea.http.Headers;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.config.SitePaths;
import dev.cardea.internal.origin.ForwardedValues;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds the URL of an action from headers and environment (Auth.js: {@code createActionURL}). It trusts forwarded
 * headers: use it only behind a proxy that sets them, and {@link Auth#url} elsewhere.
 */
public final class ActionUrl {
    private ActionUrl() {}

    /**
     * Returns the address as a text.
     *
     * @param protocol of the connection, {@code http} or {@code https}; {@code null} means https
     * @param env {@code AUTH_URL}, or else {@code NEXTAUTH_URL}, determines the origin if it is set
     * @param basePath {@code null} uses the path of the environment's address alone
     * @param warn receives {@code env-url-basepath-mismatch} if the two paths differ
     * @throws IllegalArgumentException if neither the environment nor the headers have a usable origin, or if the
     *     forwarded headers contradict each other
     */
    public static String of(
            AuthAction action,
            @Nullable String protocol,
            Headers headers,
            Env env,
            @Nullable String basePath,
            Consumer<String> warn) {
        var fixed = env.first("AUTH_URL", "NEXTAUTH_URL");
        var url = fixed.isPresent() ? parsed(fixed.get()) : parsed(origin(protocol, headers));
        var path = url.path();
        if (basePath != null && fixed.isPresent() && !basePath.equals("/") && !path.equals("/")) {
            if (!path.equals(basePath)) warn.accept("env-url-basepath-mismatch");
            path = "/";
        }
        var base = basePath == null ? "" : inner(basePath);
        return url.origin() + SitePaths.trimmed(path) + (base.isEmpty() ? "" : "/" + base) + "/" + action.wire();
    }

    private static String origin(@Nullable String protocol, Headers headers) {
        var host = sent(headers, "x-forwarded-host")
                .or(() -> sent(headers, "host"))
                .orElseThrow(() -> new IllegalArgumentException("there's no AUTH_URL and no Host header"));
        var scheme = sent(headers, "x-forwarded-proto").orElse(protocol == null ? "https" : protocol);
        return (scheme.endsWith(":") ? scheme : scheme + ":") + "//" + host;
    }

    private static Optional<String> sent(Headers headers, String name) {
        if (name.equals("host")) return headers.first(name);
        try {
            return ForwardedValues.of(headers, name).agreed();
        } catch (BadRequestException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static WebUrl parsed(String text) {
        return WebUrl.parse(text).orElseThrow(() -> new IllegalArgumentException("not an http address"));
    }

    private static String inner(String path) {
        var start = path.startsWith("/") ? path.substring(1) : path;
        return SitePaths.trimmed(start);
    }
}
