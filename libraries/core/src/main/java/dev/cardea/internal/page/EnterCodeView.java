package dev.cardea.internal.page;

import org.jspecify.annotations.Nullable;

/**
 * What the page shows on which a visitor enters a code.
 *
 * @param formAction where the code goes
 * @param resendAction where another code is requested
 * @param signInUrl where another address can be entered
 * @param email where the code was sent; {@code null} if this browser has requested none, or too long ago
 * @param failure of the code before; {@code null} if there is none
 */
public record EnterCodeView(
        String formAction,
        String resendAction,
        String signInUrl,
        @Nullable String csrfToken,
        @Nullable String email,
        @Nullable Failure failure) {
    /**
     * Why the page is shown again.
     *
     * @param triesLeft {@code null} if what was entered is not a code at all
     */
    public record Failure(@Nullable Integer triesLeft) {}

    /** Returns whether a code can be entered, rather than only requested. */
    public boolean hasField() {
        return email != null && (failure == null || failure.triesLeft() == null || failure.triesLeft() > 0);
    }

    /** Prints everything but the address and the token. */
    @Override
    public String toString() {
        return "EnterCodeView[" + formAction + "]";
    }
}
