package dev.cardea.action;

import org.jspecify.annotations.Nullable;

/**
 * A sign-out from code (Auth.js: {@code signOut(options?)}).
 *
 * @param redirectTo a path; {@code null}: the page the request came from
 * @param isFederated whether the user also logs out at a provider that is set to
 *     {@link dev.cardea.provider.ProviderLogout.RpInitiated#ON_REQUEST}
 */
public record SignOut(@Nullable String redirectTo, boolean isFederated) {
    public static final SignOut DEFAULT = new SignOut(null, false);

    public static SignOut to(String path) {
        return new SignOut(path, false);
    }

    /** Also logs out at the provider, and then returns to the same page. */
    public SignOut federated() {
        return new SignOut(redirectTo, true);
    }
}
