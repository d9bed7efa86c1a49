package dev.cardea.internal.page;

import java.util.regex.Pattern;

/**
 * What the page of a link shows in a browser that has not requested it.
 *
 * @param site where the site begins
 * @param token as it is in the link; shown only if it is a code
 */
public record BoundLinkView(String site, String token) {
    private static final Pattern CODE = Pattern.compile("[0-9]{8}");

    /** Returns whether the token is a code. Other text in a link would let an attacker write on this page. */
    public boolean hasCode() {
        return CODE.matcher(token).matches();
    }

    /** Prints everything but the token. */
    @Override
    public String toString() {
        return "BoundLinkView[" + site + "]";
    }
}
