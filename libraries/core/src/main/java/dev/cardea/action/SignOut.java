package dev.cardea.action;

import org.jspecify.annotations.Nullable;

/**
 * A sign-out from code (Auth.js: {@code signOut(options?)}).
 *
 * @param redirectTo a path; {@code null}: the page the request came from
 */
public record SignOut(@Nullable String redirectTo) {
    public static final SignOut DEFAULT = new SignOut(null);

    public static SignOut to(String path) {
        return new SignOut(path);
    }
}
