package dev.cardea.internal.page;

import org.jspecify.annotations.Nullable;

/**
 * What the page of a sign-in link shows and sends back.
 *
 * @param email as it is in the link; shown only if it is an address
 */
public record ConfirmLinkView(
        String formAction, @Nullable String csrfToken, String callbackUrl, String token, String email) {
    /** Prints everything but the token. */
    @Override
    public String toString() {
        return "ConfirmLinkView[" + formAction + "]";
    }
}
